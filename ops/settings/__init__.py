"""Settings of the service: from variables of the environment and a TOML file.

fields         every setting with its meaning and its default; secrets
checks         what a value must be, beyond its type
colours        the accent of the stylesheet, and its contrast
reading        the file and the environment; all problems at once
problems       what is wrong, as refusals
secret_values  the password of the mail server, and webhooks
"""

from ops.settings.fields import Secret, Settings, Webhook
from ops.settings.problems import SettingsRefused
from ops.settings.reading import Found, read

__all__ = ["Found", "Secret", "Settings", "SettingsRefused", "Webhook", "read"]
