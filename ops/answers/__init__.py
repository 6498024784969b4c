"""Answers as values, for every door and for other programs; `ops/guide/asking.md` shows how to ask.

What all share
answer        the type of an answer, and types of values
abouts        what answers rest on: the type of their `about`
asked_players the player meant by a number, on a list and at a position known
clocks        the two clocks of a question, as typed
stated_lists  lists with a stated day, from before the ledger
carried_in    answers from these lists
persons       persons beside the rows of a list

Lists
rating_lists                         the rows of a list
list_order, selection                order and pages; filters
list_head, list_rows                 head and distribution of a list; its rows
causes, cause_words                  why a player's row differs, and in words
differing_ratings                    ratings of entrants that differ between two histories
moves                                what moves if requests are recorded, for previews
differences                          a difference of two values of a player

Players
player_ratings                       a rating on a day
causes_on_lists                      the causes of a player's ratings
explanation                          how a rating was computed
corrected_games                      what a correction changed
inactivity_penalties                 malus
categories, category_questions       categories and titles

Tournaments
tournament_details, tournament_games    one tournament as read, by all who ask about it
findings                             articles with effect on a tournament

Closings and decisions
closing_conditions, open_decisions   what keeps a list from closing; the findings that do
same_events                          tournaments that may be one event; files withheld
proposed_facts                       the facts of a proposed event, as the approver reads them
ended_corrections                    corrections of appeals that a recording ends

Rules
rules, calculator                    articles and their code; ratings from typed numbers

The service
service_settings                     settings of the service
"""
