"""Refusals of events and queues."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "all_have_met": "Everyone has met everyone. Begin a top cut with `/event cut`, or end the event with "
    "`/event close`.",
    "avoid_self": "You can't avoid yourself.",
    "avoid_too_many": "You can avoid {limit} players at most. Stop avoiding someone first.",
    "bracket_begun": "The bracket has begun, so no one else can join.",
    "check_in_closed": "Check-in isn't open.",
    "check_in_first": "Check-in is open. Close it first with `/event check-in do:close`.",
    "check_in_open": "Check-in is already open. Close it with `/event check-in do:close`.",
    "checked_in_already": "You've already checked in.",
    "cut_begun": "The top cut has already begun.",
    "cut_size": "Choose a size for the top cut that fits the tables, such as {sizes}.",
    "cut_too_large": "{has} players are still in the event. Choose a top cut of at most {has}, not {number}.",
    "cut_without_rounds": "A planned top cut needs a number of rounds, too.",
    "dropped_in_file": "Left out because they have dropped: {names}. `/event add` signs them up again.",
    "event_alone": "Everyone plays alone in this event. Press **Join**.",
    "event_bad_start": "“{text}” isn't a future date and time. Write it like Saturday 7pm, 28.11. 19:00 or "
    "2026-11-28 19:00, in the time zone of `/settings`.",
    "event_changed": "This event has changed in the meantime. Check it, then try again.",
    "event_confirm_start": "“{text}” is {when}. Pick that from the list while you type, or write {stamp}.",
    "event_decklist_locked": "You've been paired, so your decklist is final. Ask a judge if it has to "
    "change.",
    "event_decklists_hidden": "Decklists can be read once round 1 is paired.",
    "event_disqualified": "That player is disqualified from this event.",
    "event_dropped": "{who} has already dropped. Sign that player up again first.",
    "event_elsewhere": "The event is in {channel}. Use the command there.",
    "event_file_broken": "That isn't a CSV or Excel file with names, or with tables of two players or more.",
    "event_file_emails": "That file has e-mail addresses where the names should be. Call the column with the "
    "names “name”.",
    "event_file_forgotten": "That file is no longer in memory. Send it again with `/event import`.",
    "event_file_round": "The title of that file says round {round}, but this is round {now}. Check it, or "
    "remove the title.",
    "event_file_rows": "Row {rows}: a table needs its number and two players or more.",
    "event_file_twice": "Row {row}: {name} already sits at another table of the file.",
    "event_full": "This event already has {limit} players, the most there can be.",
    "event_games_single": "This event plays single games. Leave out `games:`.",
    "event_here": "There's already an event in this channel. End it first with `/event close`.",
    "event_is_bracket": "Double elimination has no top cut: its bracket ends with a grand final.",
    "event_is_queue": "This event is a queue: players join and leave, and its tables open automatically.",
    "event_no_decklist": "That player hasn't registered a decklist for this event.",
    "event_no_decklists": "This event doesn't ask for decklists. `/event create decklists:True` creates one "
    "that does.",
    "event_no_permission": "Discord doesn't let me create events here. Give me the permission **Create "
    "Events** and try again, or leave out the start time.",
    "event_no_private_threads": "I can't create private threads here. Give me the permission **Create "
    "Private Threads** and try again, or leave out `private:`.",
    "event_not_over": "This event goes on.",
    "event_number": "“{text}” isn't a number from {least} to {most}.",
    "event_of_teams": "This event is for teams of {size}. Sign yours up with `/event team`.",
    "event_of_teams_started": "The event has started. A judge can still sign your team up with "
    "`/event team`.",
    "event_over": "This event is over.",
    "event_pairing": "Double elimination and a double round robin are for duels. Create the event with "
    "`play:duels`.",
    "event_started": "The event has started. Press **Join late** on its message to play from the next round.",
    "event_table_ended": "Table {table} already has a result, so its players stay there.",
    "event_table_size": "Table {table} would have too few or too many players: it needs {least} to {most}. "
    "Use `swap:` to exchange two players.",
    "event_team_name": "There's already a team called “{name}” here. Choose another name.",
    "event_team_size": "A team of this event has {size} players. Name each of them once.",
    "event_team_variant": "{variant} isn't played by two teams of {size}. Choose another format.",
    "event_variant": "{variant} isn't played at tables of {size}. Choose another format.",
    "final_played": "The final has been played. `/event close` ends the event.",
    "in_team_already": "One of these players is already in a team.",
    "move_where": "Choose a destination: a table with `table:`, or another player's place with `swap:`.",
    "moves_nowhere": "That player already sits there.",
    "no_bracket": "Only double elimination has a bracket, once its first round is paired.",
    "no_cut": "There's no top cut to take back.",
    "no_event": "There's no event in this channel. Create one with `/event create`.",
    "no_event_player": "No one called “{name}” is signed up.{hint}",
    "no_event_round": "No round has begun. `/event round` pairs the first one.",
    "no_event_table": "There's no table {table} in that round.",
    "no_game_to_lose": "No game is being played at that table. Give the penalty in the next game.",
    "no_penalty": "That player has no penalty to take back.",
    "no_queue": "This event isn't a queue. `/event queue` opens one in another channel.",
    "no_show_already": "That player is already a no-show: the seat is empty, and they have dropped.",
    "no_standings": "There are no standings before the first round.",
    "no_template": "This server has no template called “{name}”. Its templates: {known}. `/series template` "
    "saves the settings of an event as one.",
    "no_time_given": "No time to take back has been given in this round.",
    "not_at_event_table": "{who} isn't at table {table} in round {round}: {players} are.",
    "not_in_round": "That player has a bye or isn't in this round.",
    "not_in_team": "Name yourself too, or ask a judge to sign the team up.",
    "not_queued": "You aren't in the queue. Press **Join queue** first.",
    "not_signed_up": "You aren't signed up. Press **Join** first.",
    "not_waiting": "That player no longer waits for a seat. Choose someone else.",
    "outcome_or_winner": "Say who won, or an outcome without a winner, and not both.",
    "pairings_drawn": "The places of this event were drawn at the start, and all pairings follow from them. "
    "A judge can take the round back in **Organize…**.",
    "penalty_points": "Say how many points are taken, up to {most}, and only for that penalty.",
    "places_taken": "All places of this round robin are taken. A place is free with an odd number of "
    "players, or once someone drops.",
    "plan_of_swiss": "Only events paired by points have planned rounds: in the others all is drawn before.",
    "player_elsewhere": "{who} is playing at table {table} of {event} ({channel}). Choose someone else.",
    "players_signed_up": "Already signed up: {players}.",
    "queue_at_table": "Your game at table {table} isn't over. Join again when it is, or when you've lost.",
    "queue_full": "This queue has opened {limit} tables, the most there can be. A judge can end it with "
    "`/event close` and open another one.",
    "queued_already": "Already in the queue.",
    "results_there": "All results of that file are entered.",
    "role_not_yours": "You can't give members the role {role}, so the winner of your event can't get it. "
    "Ask a member who can to create the event.",
    "round_played": "All tables of this round have a result.",
    "round_unfinished": "Tables without a result: {tables}. Enter one with `/event result`.",
    "round_without_time": "This round has no timer. Give it another deadline with `/event deadline`.",
    "rounds_paired": "Round {number} is already paired. Plan at least that many.",
    "seat_of_penalized": "That player has lost this table by a penalty, so the seat stays empty.",
    "seated_elsewhere": "You're playing at table {table} of {event} ({channel}). Join when that game is "
    "over, or when you've lost.",
    "series_days": "Sign-up can open {most} days before the start at most, when the event before has begun.",
    "series_full": "This server already repeats {limit} events, the most there can be. Stop one of them in "
    "`/series repeat`.",
    "signed_up_already": "Already signed up.",
    "templates_full": "This server already has {limit} templates, the most there can be. Delete one with "
    "`/series template delete:True`.",
    "too_few_to_pair": "A round needs at least {least} players.",
    "unknown_in_file": "{number} not signed up because no member has that name: {names}. To add them as"
    " guests, import the file again with `guests:True`.",
}
