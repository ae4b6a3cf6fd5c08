"""Why something was not done, and what to do instead, in words: one text for every reason to refuse."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text.formatting import escape
from cogs.text.language import tr
from rules.refusal import Refusal

TEXTS: Mapping[str, str] = {
    "adjust_own": "Those are your own points, so another judge has to change them.",
    "admission_needed": "Only players in this game and {judges} can let others in.",
    "almost_a_kind": "Did you mean {known}? “{kind}” is too similar to use as a custom counter name.",
    "agreed_already": "You've already agreed to a draw. Still to agree: {missing} (CR {rule}).",
    "already_held": "A hold is already active. Enter the changes, then use `/release`.",
    "already_seated": "{who} already has a seat in this game.",
    "already_started": "The game has started. To leave it, use `/concede`. To change players or "
    "options, close it with `/game end` and press **Rematch**.",
    "attack_not_allowed": "“attack {attack}” isn't available in {variant}. Leave that option out.",
    "awards_unreadable": "“{text}” doesn't say whose achievement that is. Write `awards:` as Ana: play of "
    "the game; Ben: first draw 2.",
    "bad_award": "“{text}” isn't a valid achievement. Write each achievement with its points: play of "
    "the game = 1.",
    "bad_clock": "“{text}” isn't a valid time. Rounds last 1 to 600 whole minutes and turns 1 to 180, "
    "with up to 20 additional turns after a round.",
    "bad_dice": "“{text}” isn't a valid roll. Write dice such as `d20`, `2d6+1` or `4d6kh3`.",
    "bad_draw": "“{text}” isn't a valid value for a draw. Enter points such as 1, 0.5 or 1/3, “{split}”"
    " for a share of a win, or “{replay}”.",
    "bad_life": "“{text}” isn't a valid starting life. Enter a whole number from 1 to 999999.",
    "bad_link": "That isn't a valid link. It has to start with https:// and can't contain spaces.",
    "bad_number": "“{text}” isn't a valid number. Enter one from 0 to 999999.",
    "bad_points": "“{text}” isn't a valid number of points. Enter a number such as 3, -1, 0.5 or 1/3.",
    "bad_score": "“{text}” isn't a valid score. Write the games won by each of two sides as 2-1, or "
    "1-1-1 with a drawn game.",
    "bad_tiebreaker": "There's no tie-breaker “{text}”. Choose from: {known}.",
    "bad_step": "“{text}” isn't a step. Choose one from the list, or type its number from `/log`.",
    "bad_time": "“{text}” isn't a valid time. Write 2026-11-20 19:30 (UTC), yesterday, or 3h for three "
    "hours ago.",
    "being_forgotten": "The data of a player involved is being deleted right now. Try again in a moment.",
    "buttons_for_players": "Only players in this game can use the buttons. Use `/life` with `who:` instead.",
    "cant_gain_life": "{who} can't gain life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_join_late": "No one can join this {variant} game after its start. A seat can change hands with "
    "`/game hand-over`.",
    "cant_lose_game": "{who} can't lose the game right now. `/effect list` shows why; conceding still works.",
    "cant_lose_life": "{who} can't lose life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_pay_life": "{who} can't pay life (CR {rule}). Only 0 can be paid.",
    "cant_win_game": "{who} can't win the game right now (CR {rule}). `/effect list` shows why.",
    "chart_empty": "There's nothing to chart yet: no results count.",
    "claim_by_guest": "Only a member of this server can claim a guest. Choose one with `member:`.",
    "claim_judges_only": "Only judges can claim a guest for someone else. Leave out `member:` if the "
    "guest was you.",
    "claim_no_guest": "That player isn't a guest or has already been claimed. Choose one from the list."
    " If you've changed accounts, ask a judge to use `/league claim` with `member:`.",
    "claim_same_result": "Both played in result {number}, so they're two different players. If that's "
    "wrong, edit the result first.",
    "claim_witness": "Only judges and players who played with this guest can answer that.",
    "clock_not_paused": "The timer is already running. Pause it with `/clock pause`.",
    "clock_paused": "The timer is already paused. Resume it with `/clock resume`.",
    "choose_dungeon": "Choose a dungeon: {dungeons}.",
    "choose_life": "The rules don't set a starting life for {variant} with Commander. Choose one with "
    "`life:`, such as 30, 40 or 60.",
    "choose_member": "{team} shares its life total, so choose the member the effect applies to (CR {rule}).",
    "choose_variant": "Choose a format with `variant:`, or set one for this channel in `/settings`.",
    "choose_room": "You have two rooms to choose from. Choose one: {rooms}.",
    "commander_not_allowed": "{variant} can't be combined with Commander rules. Archenemy Commander is "
    "a separate format.",
    "concede_for_other": "Only {who} can concede for {who} (CR {rule}).",
    "concede_own_only": "Only {who} and {judges} can concede for {who}.",
    "confirm_not_asked": "Only players in this result who didn't report it can confirm it.",
    "confirmed_already": "You've already confirmed this result. A judge can still edit it.",
    "csv_columns": "The file has no column “{name}”. Its first line has to list the column names.",
    "csv_too_long": "That file has too many results. Import up to {limit} results per file.",
    "csv_value": "Line {line} of the file: “{text}” isn't valid for {column}.",
    "deploy_not_allowed": "{variant} doesn't use the deploy creatures option (CR {rule}).",
    "designation_missing": "{who} doesn't have “{kind}”, so there's nothing to remove.",
    "dispute_own_only": "Only players in this result can dispute it. Tell a judge what's wrong.",
    "dispute_too_late": "Results can only be disputed for {hours} hours. Ask a judge to correct this one.",
    "draw_among": "Choose players with `players:`, such as Ana, Ben, Cy.",
    "draw_offer_over": "No one is offering a draw right now: an offer ends with the turn. Make a new one "
    "with `/draw reason:agreement`.",
    "edit_judges_only": "Only judges can edit this result. Until it's confirmed, the player who "
    "reported it can too.",
    "effect_needs_number": "This effect needs a number. Fill in `number:`.",
    "effect_not_counted": "This effect can't be limited to a number of times. Leave `times:` blank.",
    "effect_not_of_damage": "This effect isn't about damage. Leave `damage:`, `damage-from:` and "
    "`commander:` blank.",
    "emperor_at_the_end": "{who} is an emperor and has to sit between two teammates (CR {rule}).",
    "endings_dont_fit": "Either one side won and takes first place alone, or no one won and the sides "
    "in first place drew the game.",
    "enter_judges_only": "Only {judges} can enter that here. `/settings` shows why.",
    "enter_own_only": "Players here only enter what happens to themselves. Ask {who} or {judges} to "
    "enter this.",
    "fix_lobby": "Step {number} is from before the game began. Fix a later step, or use `/undo` to go back "
    "to the lobby.",
    "fix_nothing": "That changes nothing. Choose what was different about the step.",
    "preview_outdated": "The game has moved on since this preview. This is what the card would do now.",
    "no_such_card": "“{card}” isn't on the list of cards. Choose one from it, or enter what the card does "
    "with `/life`, `/damage`, `/counter` and `/effect`.",
    "fix_outdated": "The game has moved on since this preview. Check the fix as it would be now.",
    "fix_too_long": "That's too much for one fix. Take the step back and enter it again.",
    "fix_unchangeable": "That part of step {number} can't be changed. Take it back and add the right step.",
    "extend_judges_only": "Only {judges} can add time.",
    "export_too_large": "Your data is too large for a Discord file. Ask the person who runs this bot "
    "for it: `/privacy statement`.",
    "fewer_steps": "There aren't that many steps. Use `/{command} steps:{has}` for all of them.",
    "everybody_judges": "Choose a role that only judges have, not the one everyone has.",
    "exchange_same_total": "{a} and {b} share one life total, so there is nothing to exchange (CR {rule}).",
    "exchange_what": "Choose two players to exchange life totals, or one player and a `number:`.",
    "file_too_large": "That file is too large. The limit is {limit} MB.",
    "game_over": "This game is over. `/undo` undoes the last step, `/game new` opens another game.",
    "card_needs_numbers": "{card} counts something of each player. Say it with `numbers:`, such as Ana 2, "
    "Ben 5.",
    "card_needs_players": "Players needed for {card}: {players}. Name them with `targets:`.",
    "card_needs_x": "{card} needs a number. Say it with `x:`.",
    "card_players": "{card} chooses an opponent, and {who} isn't one.",
    "card_takes_no_players": "{card} chooses no players. Leave out `targets:`.",
    "games_dont_fit": "A best-of-{best_of} match has two sides. Put the winner first, with more games "
    "won and {wins} at most.",
    "event_games_single": "This event plays single games. Leave out `games:`.",
    "games_single": "This league counts every game separately. Leave out `games:` and report each game.",
    "guest_is_you": "{who} is already here as a guest. If that's you, take that seat.",
    "hand_over_not_yours": "Only the player in {who}'s seat, the host and {judges} can hand it over.",
    "hand_kept": "{who} has already kept an opening hand (CR {rule}).",
    "import_empty": "That file has no results.",
    "import_doesnt_fit": "Result {number} in the file doesn't fit this league. Check its players, "
    "places, draw, time and format. Nothing was imported.",
    "league_archived": "This league is archived and doesn't take results. Judges can bring it back with"
    " `/league edit`.",
    "league_file_broken": "That isn't a league export, or it's damaged.",
    "killed_twice": "A player leaves a game once, but `kills:` says twice who knocked out {name}.",
    "killed_winner": "By `kills:` the winner was knocked out. Correct the kills or the order of the players.",
    "kills_unreadable": "“{text}” doesn't say who knocked out whom. Write `kills:` killer first: Ana: Ben, "
    "Cy; Dee: Ana.",
    "judge_has_played": "You played in this game, so another judge has to decide.",
    "decklist_hidden": "Decklists can be read once they are locked.",
    "decklists_locked": "Decklists are locked. Ask a judge if yours has to change.",
    "in_another_team": "Someone there is already in the team {team}. Change that team first.",
    "no_decklist": "That player hasn't registered a decklist this season.",
    "no_league_team": "There's no team called “{name}”. Name its players to make one.",
    "decks_unreadable": "“{text}” doesn't say whose deck that is. Write `decks:` as Ana: Burn; Ben: Storm.",
    "league_judges_only": "Only {judges} can do that. Choose a judge role in `/settings`.",
    "league_name_taken": "There's already a league called “{name}” here. Choose another name.",
    "league_page_off": "This league has no public page. A judge can turn it on with `/league-page`.",
    "league_not_archived": "This league isn't archived.",
    "left_game": "{who} has left the game. If that was a mistake, use `/fix`.",
    "lobby_closed": "This lobby is closed. `/game new` opens another.",
    "lobby_full": "{variant} allows at most {allows} players.",
    "lobby_unchanged": "The lobby is already set up that way.",
    "mulligan_order": "{who} has to decide on a mulligan first (CR {rule}).",
    "name_everybody_once": "Name everyone in the game exactly once: {names}.",
    "no_league": "That league doesn't exist. Choose one from the list.",
    "no_league_player": "No one in {league} is called “{name}”.{hint}",
    "no_leagues": "This server has no leagues yet. Create one with `/league create`.",
    "no_result": "This league has no result number {number}.",
    "no_season": "That season doesn't exist. Choose one from the list.",
    "no_awards": "This league has no achievements. Judges can add them with `/league edit`.",
    "merge_not_yours": "Only the player who reported this result, or a judge, can say that it's the same "
    "game.",
    "not_a_duplicate": "This result no longer looks like another one's game.",
    "no_such_award": "This league has no achievement “{name}”. Choose from: {known}. Judges can add "
    "others with `/league edit`.",
    "no_such_league": "There's no league called “{name}” here.{hint}",
    "nobody_is": "There's no “{word}” right now. Choose a player by name.",
    "nobody_meant": "You aren't in this game, so choose a player with `who:`.",
    "no_archenemy": "{variant} needs a team with exactly one player: the archenemy.",
    "no_bots": "Bots can't take a seat. Choose a person.",
    "no_clock": "No timer is running. Start one with `/clock round` or `/clock turn`.",
    "no_commander_named": "No commander in this game is called “{name}”.{hint} Choose one from the "
    "list, or set one with `/commander set`.",
    "no_commander_yet": "{who} has no commander yet. Set one with `/commander set`.",
    "no_emperors": "{variant} doesn't have emperors (CR {rule}).",
    "no_main_game": "There's no game in progress in this thread's channel. A subgame needs a main game.",
    "no_name": "That name has no visible characters. Choose another one.",
    "no_cards_left": "{who} has no cards left to mulligan.",
    "no_one_archenemy": "{variant} doesn't have a single archenemy (CR {rule}).",
    "no_round": "No round timer is running. Start one with `/clock round`.",
    "no_such_commander": "{who} doesn't have that commander. Choose one from the list, or set one with "
    "`/commander set`.",
    "no_such_step": "Step {number} isn't part of this game now. `/log` shows the steps.",
    "no_such_game": "This channel has no game number {number}.",
    "no_such_edition": "There's no edition “{edition}”. Choose one from the list.",
    "no_such_effect": "That effect doesn't apply to {who}. `/effect list` shows the effects in force.",
    "no_such_player": "No one in this game is called “{name}”.{hint}",
    "no_such_rule": "No rule here matches “{query}”.{hint}",
    "no_such_side": "There's no side “{who}” in this game.",
    "no_such_team": "There's no team “{team}”. The teams are {teams}.{hint}",
    "no_vote": "That vote is over, or nobody has called it. `/vote` calls a new one.",
    "no_such_tally": "There's no tally or reminder “{tally}” here. `/tally list` shows all of them.",
    "no_pages": "Games have no pages here. The person who runs this bot can turn them on.",
    "no_such_topic": "No help page covers “{topic}”.{hint}",
    "no_such_variant": "There's no format “{variant}”. Choose one from the list.",
    "no_table": "There's no game in this channel. Open one with `/game new`.",
    "no_team": "Not on a team yet: {who}.",
    "no_teams": "{variant} doesn't have teams. Leave out `team:`.",
    "no_turn_timer": "No turn timer is running. Start one with `/clock turn`.",
    "not_a_permutation": "Redistributing only swaps the current totals around, so the numbers must be "
    "{totals}.",
    "not_a_taker": "That player doesn't take turns here.",
    "not_at_table": "That player isn't in this game.",
    "not_enough_counters": "{who} only has {has} {kind} and needs {needs}.",
    "not_enough_life": "{who} has {has} life and can't pay {needs} (CR {rule}).",
    "not_held": "No hold is active. Start one with `/hold`.",
    "not_in_dungeon": "{who} isn't in a dungeon.",
    "not_in_league": "You haven't played in {league} yet. Choose a player.",
    "not_in_report": "No player in this result is called “{name}”.{hint}",
    "not_in_server": "That person isn't in this server. Write a name without @ to seat a guest.",
    "not_seated": "You aren't in this game. Use `/game join` to take a seat while the lobby is open.",
    "not_seated_may_not": "Only players in this game and {judges} can do that. Use `/game join` to take"
    " a seat while the lobby is open.",
    "not_started": "The game hasn't started yet: press Start in the lobby or use `/game start`.",
    "nobody_new_in_voice": "Everyone in your voice channel already has a seat.",
    "not_in_voice": "You aren't in a voice channel on this server. Join one, then press again.",
    "not_ready": "You aren't marked as ready.",
    "not_the_next_step": "Something else was entered, undone or redone in the meantime, so nothing was "
    "redone. `/redo` redoes the step that was undone last.",
    "not_the_last_step": "Another step was entered in the meantime, so nothing was undone. The board "
    "shows it; press Undo again to undo that step.",
    "cut_size": "A top cut of {number} players doesn't work with tables of {size}. Choose another number.",
    "check_in_closed": "Check-in isn't open.",
    "check_in_open": "Check-in is open already. `/event check-in do:close` closes it.",
    "checked_in_already": "You've already checked in.",
    "event_elsewhere": "The event is in {channel}. Use the command there.",
    "event_file_broken": "That isn't a CSV file with names, or with tables of two players or more.",
    "event_full": "This event already has {limit} players, the most there can be.",
    "event_here": "There's already an event in this channel. End it first with `/event close`.",
    "event_is_queue": "This event is a queue: players join and leave, and its tables open by themselves.",
    "event_over": "This event is over.",
    "event_table_ended": "Table {table} already has a result, so its players stay there.",
    "event_table_size": "Table {table} would have too few or too many players: it needs {least} to {most}. "
    "Use `swap:` to exchange two players.",
    "move_where": "Say where the player goes: a table with `table:`, or another player's place with `swap:`.",
    "no_event_round": "No round has begun. `/event round` pairs the first one.",
    "event_variant": "{variant} isn't played at tables of {size}. Choose another format.",
    "event_bad_start": "“{text}” isn't a start time to come. Write 2026-11-28 19:00 (UTC), or paste <t:…> "
    "from Discord.",
    "event_no_permission": "Discord doesn't let me create events here. Give me the permission **Create "
    "Events** and try again, or leave out the start time.",
    "event_alone": "Everyone plays alone in this event. Press **Join**.",
    "event_of_teams": "This event is for teams of {size}. Sign yours up with `/event team`.",
    "event_team_size": "A team of this event has {size} players. Name each of them once.",
    "event_team_variant": "{variant} isn't played by two teams of {size}. Choose another format.",
    "event_team_name": "Another team here is called “{name}”. Choose another name.",
    "in_team_already": "One of these players is already in a team.",
    "not_in_team": "Name yourself too, or ask a judge to sign the team up.",
    "no_queue": "This event isn't a queue. `/event queue` opens one in another channel.",
    "queued_already": "Already in the queue.",
    "not_queued": "You aren't in the queue. Press **Join queue** first.",
    "queue_full": "This queue has opened {limit} tables, the most there can be. A judge can end it with "
    "`/event close` and open another one.",
    "queue_at_table": "Your game at table {table} isn't over. Join again when it is, or when you've lost.",
    "avoid_self": "You can't avoid yourself.",
    "avoid_too_many": "You can avoid {limit} players at most. Stop avoiding someone first.",
    "no_event": "There's no event in this channel. Create one with `/event create`.",
    "no_event_player": "No one called “{name}” is signed up.{hint}",
    "not_signed_up": "You aren't signed up. Press **Join** first.",
    "signed_up_already": "Already signed up.",
    "check_in_first": "Check-in is open. Close it first with `/event check-in do:close`.",
    "cut_begun": "The top cut has already begun.",
    "event_changed": "Something changed while the round was being paired. Try again.",
    "event_started": "The event has started. A judge can still add you with `/event add`.",
    "final_played": "The final has been played. `/event close` ends the event.",
    "no_event_table": "There's no table {table} in that round.",
    "no_standings": "There are no standings before the first round.",
    "champions_role_not_yours": "You can't give members the role {role}, so you can't promise it to "
    "champions. Ask a member who can give it to choose it here.",
    "role_not_yours": "You can't give members the role {role}, so the winner of your event can't get it. Ask "
    "a member who can to create the event.",
    "not_in_round": "That player isn't at a table in this round.",
    "not_at_event_table": "That player isn't at table {table}.",
    "not_named_in_league": "You haven't played in {league} yet, so its page doesn't show you.",
    "nothing_happens": "That wouldn't change anything. If an effect prevents it, `/effect list` shows it.",
    "nothing_to_redo": "There's nothing to redo.",
    "nothing_to_settle": "There's nothing to settle: this result no longer needs it.",
    "nothing_to_undo": "There's nothing to undo.",
    "number_out_of_bounds": "“{text}” isn't a valid number. Enter one from {least} to {most}.",
    "one_at_a_time": "This only works for one player at a time.",
    "one_attack_option": "A game uses exactly one attack option (CR {rule}).",
    "one_member_per_team": "Only one member of a team that shares its life total can be affected (CR "
    "{rule}).",
    "one_variant": "A game can use only one of these formats (CR {rule}): {variants}.",
    "optional_loop": "A loop with an optional action isn't a draw (CR {rule}). A player who can choose "
    "another action has to.",
    "out_of_range": "{who} is outside {of}'s range of influence (CR {rule}).",
    "outdated": "That button is from an older version of the bot and no longer works. `/game board` "
    "shows the board again, `/help` lists what you can do.",
    "places_dont_fit": "The places don't add up. After a shared place, skip the next ones, such as 1, "
    "2, 2, 4.",
    "player_twice": "A player is named twice. Each player can appear only once in a result.",
    "rad_too_many": "{who} has {has} rad counters, so at most that many cards were milled (CR {rule}).",
    "ready_already": "You're already marked as ready.",
    "range_not_allowed": "{variant} doesn't use a limited range of influence. Leave out `range:`.",
    "not_your_vote": "It's {who}'s turn to vote (CR {rule}).",
    "planar_only": "Only `dice:planar` takes `who:` and `effect:`.",
    "random_only_now": "A random player can only be drawn for something that happens now. Use `/random`, "
    "then choose that player by name.",
    "range_too_small": "A range of influence must be at least one seat (CR {rule}).",
    "redistribute_form": "Enter each player's new total, such as `Ana 12, Ben 3`.",
    "release_not_claimed": "No one has claimed this player.",
    "remote_later": "Discord can't be asked right now whether you're in this server. Try again in a moment.",
    "remote_not_yours": "This link no longer plays for this seat. Get a new one with `/game remote`.",
    "remote_of_other": "Only {who} can get a remote for {who}. Use `who:` for guests only.",
    "replacement_missing": "Enter the correct result.",
    "report_bye": "A single player means a bye, and only judges can report byes. Separate several "
    "players with commas: Ana, Ben.",
    "report_commanders": "A player can have at most {limit} commanders. Write them as (Tymna / Kraum).",
    "report_judges_only": "Only judges can report results in this league.",
    "report_new_guest": "No one called “{name}” has played here before.{hint} To add a new player, "
    "write “new {name}”.",
    "report_own_only": "You can only report games you played in. Judges can report others.",
    "report_several": "Several players are called “{name}”. Mention the one you mean with @.",
    "report_too_many": "A result can have at most {limit} players or teams.",
    "report_unreadable": "“{text}” isn't a valid result. Write players best first: Ana, Ben = Cy, Dee +"
    " Eve. Use commas between places, = between players who share a place and + "
    "between teammates.",
    "restart_too_few": "{variant} needs at least {needs} players, and {has} are still in this game "
    "(CR {rule}): end it and start a new lobby.",
    "result_confirmed": "This result is confirmed. A judge can still edit or void it.",
    "result_too_large": "A result can have at most {limit} players.",
    "result_unchanged": "The result already says that. `/league result show` shows all of it.",
    "result_disputed": "This result is disputed. A judge has to rule on it first.",
    "result_doesnt_fit": "{league} doesn't count games like this. `/league rules` shows which games and"
    " formats count.",
    "result_of_the_future": "That time is in the future. Enter when the game ended.",
    "result_pending": "This result is still waiting for confirmation, so there's nothing to restore.",
    "result_void": "This result is void. A judge can restore it.",
    "result_withdrawn": "The players undid the end of this game. To bring the result back, use `/redo` "
    "in its channel.",
    "result_without_players": "Enter the players who took part.",
    "round_runs": "The round timer is already running. `/clock show` shows it, `/clock stop what:round`"
    " stops it.",
    "same_time_over": "It's too late to add something at the same time. `/log` shows the steps, and `/undo` "
    "undoes the last one.",
    "sealed_by_confirmation": "That would take back result {number} of {league}, which is confirmed. Ask a "
    "judge to undo the end of the game.",
    "sealed_by_ruling": "That would take back result {number} of {league}, which a judge has decided. Ask a "
    "judge to undo the end of the game.",
    "sealed_by_season": "That would take back result {number} of {league}, whose season is closed. Ask a "
    "judge to undo the end of the game.",
    "season_ends_early": "A season can't end before it starts.",
    "season_ends_later": "That time is in the future. A season can only end now or in the past.",
    "season_is_open": "A season is already open. Close it with `/league season close`.",
    "season_not_open": "No season is open. Open one with `/league season open`.",
    "season_overlaps": "The previous season ended after that. Choose a later start.",
    "servers_only": "Games can only be played in a server channel.",
    "server_too_fast": "There's too much going on in this server. Try again in {seconds} s.",
    "settings_have_changed": "That choice no longer exists. `/settings` shows the current choices.",
    "settings_of_channel": "Only members who can manage this channel, its messages or the server can "
    "change the channel's settings.",
    "settings_of_server": "Only members who can manage the server can change its settings.",
    "several_commanders": "“{name}” could be more than one commander. Choose one: {commanders}.",
    "several_players": "Several players are called “{name}”. Choose one: {numbers}.",
    "subgame_in_thread": "Subgames are played in a thread while the main game waits. Open a thread in "
    "this channel and use `/game subgame` there.",
    "table_in_use": "This channel already has a game. `/game board` shows it, `/game end` closes it.",
    "teams_apart": "Teams sit together in {variant}. Change the seating with `/game seats`.",
    "teams_not_alternating": "Teams sit in alternating seats in {variant}. Change the seating with "
    "`/game seats`.",
    "teams_unequal": "{variant} needs teams of the same size.",
    "too_many_cards": "You can draw at most {allows} cards at once.",
    "too_many_dice": "You can roll at most {allows} dice at once.",
    "text_too_long": "A text is too long. The limit is {limit} characters.",
    "time_out_of_bounds": "That time isn't possible. Results go from 1993 to tomorrow.",
    "too_fast": "That's a lot at once. Try again in {seconds} s.",
    "too_few_players": "{variant} needs at least {needs} players; the lobby has {has}.",
    "too_many_players": "{variant} allows at most {allows} players; the lobby has {has}.",
    "too_many_names": "You can name at most {limit} players at once.",
    "round_unfinished": "Not every table of this round has a result yet.",
    "team_sizes_differ": "Teams that play seat by seat need the same number of players.",
    "too_few_to_pair": "A round needs at least {least} players.",
    "server_busy": "This server is already waiting for many pictures or files. Try again in a moment.",
    "too_many_results": "You can change at most {limit} results at once.",
    "too_many_tallies": "A game can have at most {limit} tallies and reminders. `/tally remove` makes room.",
    "turn_order_of_markers": "The turn order can't be reversed in a Grand Melee: turn markers always pass to "
    "the left (CR {rule}).",
    "turn_of_other": "Only {who}, whose turn it is, and {judges} can do that here.",
    "turn_over": "That turn was already passed, so nothing changed. The board shows whose turn it is.",
    "two_players": "Choose two different players.",
    "undo_judges_only": "Only {judges} can undo and redo here. `/settings` shows why.",
    "too_late": "Discord passed that on too late, so it wasn't done. Check the board and try again.",
    "undo_own_only": "You can only undo your own last steps here. Other players' steps can be undone by"
    " those players or by {judges}.",
    "undone_already": "That step was already undone, so nothing changed. Use `/undo` to undo another step.",
    "vote_choices": "A vote needs two to {allows} different options, with commas between them.",
    "vote_open": "A vote is already in progress. `/vote` alone shows it again, and `/undo` takes it back.",
    "vote_what": "No vote is in progress. Say what to vote on with `question:`, and between what with "
    "`options:`.",
    "which_commander": "Choose a commander with `commander`: {commanders}.",
    "which_league": "Choose a league with `league`: {leagues}.",
    "which_marker": "Several turns are in progress: {markers}. End one with its turn marker, such as "
    "`/turn next marker:{marker}`.",
    "which_turn": "Several turns are in progress. Choose a turn marker: {markers}.",
    "wrong_team_count": "{variant} needs {needs} teams; the lobby has {has}.",
    "wrong_team_size": "{variant} needs {needs} players on each team.",
}


NAMED = frozenset(("variant", "attack", "word"))
"""Values that are the rules' own words, of which every language has its own."""


def explain(refusal: Refusal) -> str:
    """The sentence for whoever was refused. Its ``hint`` is a name like what was typed, or empty."""
    values = {key: _shown(key, value) for key, value in refusal.values.items()}
    return tr(TEXTS[refusal.reason], **values)


def _shown(key: str, value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    if key == "hint":
        return " " + tr("Did you mean {name}?", name=escape(value)) if value else ""
    if key in ("rooms", "dungeons"):
        return ", ".join(tr(one) for one in value.split(", "))
    if key in ("kind", "known"):
        return names.thing(value)
    if key == "judges":
        if not value:
            return tr("moderators")
        return tr("members with the {role} role and moderators", role=escape(value))
    return tr(value) if key in NAMED else escape(value)
