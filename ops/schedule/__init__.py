"""Scheduled closings: a door over `commands` and `answers` without a person.

recipients   who gets notices: webhooks and mailboxes of the configuration
outbox       the table of notices: notices to send, with the next try
messages     the bytes of a notice, and their signature
addresses    addresses to which a notice may be sent
webhooks     sending over https
mail         sending by mail
delivery     taking notices out of the outbox and sending them
alarms       facts for a person
tick         one tick: close and publish what is due, fill the outbox
running      ticks in the background of a process
"""
