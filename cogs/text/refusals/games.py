"""Refusals of games, and those that games, leagues and events share."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "admission_needed": "Only players in this game and {judges} can let others in.",
    "agreed_already": "You've already agreed to a draw. Waiting for {missing} (CR {rule}).",
    "almost_a_kind": "Did you mean {known}? “{kind}” is too similar to use as a custom counter name.",
    "already_held": "A hold is already active. Enter the changes, then use `/release`.",
    "already_seated": "{who} already has a seat in this game.",
    "already_started": "The game has started. To leave it, use `/concede`. To change players or options, "
    "close it with `/game end` and press **Rematch**.",
    "attack_not_allowed": "“attack {attack}” isn't available in {variant}. Leave that option out.",
    "bad_dice": "“{text}” isn't a valid roll. Write dice such as `d20`, `2d6+1` or `4d6kh3`.",
    "bad_link": "That isn't a valid link. It has to start with https:// and can't contain spaces.",
    "bad_number": "“{text}” isn't a valid number. Enter one from 0 to 999999.",
    "bad_step": "“{text}” isn't a step. Choose one from the list, or type its number from `/log`.",
    "bad_time_zone": "“{text}” isn't a time zone. Write its name as in Europe/Berlin, America/New_York "
    "or UTC.",
    "being_forgotten": "The data of a player involved is being deleted right now. Try again in a moment.",
    "buttons_for_players": "Only players in this game can use the buttons. Use `/life lose` with `who:`"
    " instead.",
    "cant_gain_life": "{who} can't gain life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_join_late": "No one can join this {variant} game after its start. A seat can change hands with "
    "`/game hand-over`.",
    "cant_lose_game": "{who} can't lose the game right now. `/effect list` shows why; conceding still works.",
    "cant_lose_life": "{who} can't lose life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_pay_life": "{who} can't pay life (CR {rule}). Only 0 can be paid.",
    "cant_win_game": "{who} can't win the game right now (CR {rule}). `/effect list` shows why.",
    "card_choose_member": "{team} shares its life total. Name the member it chooses with `targets:` "
    "(CR {rule}).",
    "card_condition": "{card} does nothing: that needs {needs} or more, and there are {has}.",
    "card_condition_below": "{card} does nothing: {has} life isn't less than the starting total of {needs}.",
    "card_needs_libraries": "How many cards will be in the libraries of {who} for {card}? Enter them "
    "with `numbers:`, such as Ana 93, Ben 60.",
    "card_needs_mode": "Choose an ability of {card} or the condition that is met with `mode:`.",
    "card_needs_numbers": "{card} needs a number for each player. Enter them with `numbers:`, such as "
    "Ana 2, Ben 5.",
    "card_needs_parts": "How many targets is {card} divided among, players and others? Enter the number"
    " with `divided:`.",
    "card_needs_players": "Players needed for {card}: {players}. Name them with `targets:`.",
    "card_needs_x": "What is the number for {card}? Enter it with `x:`.",
    "card_numbers_of": "{card} needs no number for {who}. Leave {who} out of `numbers:`.",
    "card_players": "{card} chooses an opponent, and {who} isn't one.",
    "card_takes_no_players": "{card} chooses no players. Leave out `targets:`.",
    "choose_dungeon": "Choose a dungeon: {dungeons}.",
    "choose_life": "The rules don't set a starting life for {variant} with Commander. Choose one with "
    "`life:`, such as 30, 40 or 60.",
    "choose_member": "{team} shares its life total, so choose the member the effect applies to (CR {rule}).",
    "choose_room": "Choose a room: {rooms}.",
    "choose_variant": "Choose a format with `variant:`, or set one for this channel in `/settings`.",
    "clock_not_paused": "The timer is already running. Pause it with `/clock pause`.",
    "clock_paused": "The timer is already paused. Resume it with `/clock resume`.",
    "combat_or_not": "Damage is either combat or noncombat damage. Choose one of the two.",
    "commander_is_link": "“{name}” is a link. Type the commander's name.",
    "commander_not_allowed": "{variant} can't be combined with Commander rules. Archenemy Commander is a "
    "separate format.",
    "commander_of_other": "That commander is {who}'s. Leave the players blank, or choose only {who}.",
    "concede_for_other": "Only {who} can concede for {who} (CR {rule}).",
    "concede_own_only": "Only {who} and {judges} can concede for {who}.",
    "controls_already": "{who} controls it already.",
    "deck_of_other": "Only {who} and {judges} can describe {who}'s deck.",
    "deploy_not_allowed": "{variant} doesn't use the deploy creatures option (CR {rule}).",
    "designation_missing": "{who} doesn't have “{kind}”, so there's nothing to remove.",
    "draw_among": "Choose players with `players:`, such as Ana, Ben, Cy.",
    "draw_concerns_all": "A draw by agreement concerns everyone. Leave out `who:`.",
    "draw_offer_over": "No one is offering a draw right now: an offer ends with the turn. Make a new one "
    "with `/draw reason:agreement`.",
    "effect_needs_duration": "Choose with `lasts:` how long this effect lasts.",
    "effect_needs_number": "This effect needs a number. Fill in `number:`.",
    "effect_needs_recipient": "An effect that redirects damage needs `to:`, the player who is dealt the"
    " damage instead. Leave it blank for any other effect.",
    "effect_not_counted": "This effect can't be limited to a number of times. Leave `times:` blank.",
    "effect_not_of_damage": "This effect isn't about damage. Leave `damage:`, `damage-from:` and "
    "`commander:` blank.",
    "effect_prevents_nothing": "Only an effect that prevents damage can do something with the prevented"
    " damage. Leave `then:` blank.",
    "emperor_at_the_end": "{who} is an emperor and has to sit between two teammates (CR {rule}).",
    "endless_loop": "These effects loop forever. End one with `/effect remove`, or enter the draw with "
    "`/draw reason:mandatory loop`.",
    "enter_judges_only": "Only {judges} can enter that here. See `/settings`.",
    "enter_own_only": "Players here can only enter what happens to them. Ask {who} or {judges} to enter"
    " this.",
    "everybody_judges": "Choose a role that only judges have, not the one everyone has.",
    "exchange_same_total": "{a} and {b} share one life total, so there is nothing to exchange (CR {rule}).",
    "exchange_what": "Choose two players to exchange life totals, or one player and a `number:`.",
    "export_too_large": "Your data is too large for a Discord file. Ask the person who runs this bot for "
    "it: `/privacy statement`.",
    "extend_judges_only": "Only {judges} can add time.",
    "external_apps_off": "This server lets you use apps only where no one else sees it, so there can't be a "
    "board here. Ask a moderator for the Use External Apps permission, or to [invite Arbiter]({invite}).",
    "fewer_to_redo": "There aren't that many steps. Use `/redo steps:{has}` for all of them.",
    "fewer_to_undo": "There aren't that many steps. Use `/undo steps:{has}` for all of them.",
    "fix_lobby": "Step {number} is from before the game began. Fix a later step, or use `/undo` to go back "
    "to the lobby.",
    "fix_nothing": "That changes nothing. Choose what was different about the step.",
    "fix_outdated": "The game has moved on since this preview. Check the fix as it would be now.",
    "fix_too_long": "That's too much for one fix. Take the step back and enter it again.",
    "fix_unchangeable": "That part of step {number} can't be changed. Take it back and add the right step.",
    "fix_which_step": "Say with `step:` which step was wrong, or leave out the other options and choose it "
    "from a list.",
    "game_over": "This game is over. `/undo` undoes the last step, `/game new` opens another game.",
    "guest_is_you": "{who} is already here as a guest. If that's you, take that seat.",
    "guest_name_long": "A name has at most {limit} characters. Choose a shorter one.",
    "guest_name_taken": "{who} is taken at this table already. Choose another name.",
    "guests_closed": "No one can join this game by the link now: it has started or ended, or its lobby was "
    "closed.",
    "guests_host_only": "Only the host and {judges} can let guests join by a link, or remove them.",
    "hand_kept": "{who} has already kept an opening hand (CR {rule}).",
    "hand_over_not_yours": "Only the player in {who}'s seat, the host and {judges} can hand it over.",
    "has_another_seat": "{who} already has a seat in this game. To take this one instead, give that one up "
    "first: `/game leave` in the lobby, or `/fix` with the step that seated them.",
    "knocked_out_by_own": "{who} can't be knocked out by their own side. Choose another player, or no one.",
    "leader_first": "In {variant}, the player whose role is known to all goes first, so leave `first` blank.",
    "league_judges_only": "Only {judges} can do that. Choose a judge role in `/settings`.",
    "left_game": "{who} has left the game. If that was a mistake, use `/fix`.",
    "lifelink_needs_source": "Lifelink needs someone who gains the life. Choose who controls the source "
    "(`from`).",
    "line_unclear": "“{text}” can mean several things. Write a sign before the number: `-3` loses, `+3` "
    "gains, `=3` sets the life total.",
    "line_unread": "I didn't understand “{text}”. Say who and how much, such as “ben -3”, “me +4”, “cy 7 "
    "krenko” or “poison dee”, with commas between.",
    "lobby_closed": "This lobby is closed. `/game new` opens another.",
    "lobby_full": "{variant} allows at most {allows} players.",
    "lobby_unchanged": "The lobby is already set up that way.",
    "more_names": "{number} more of these names aren't clear.",
    "mulligan_order": "{who} has to decide on a mulligan first (CR {rule}).",
    "name_everybody_once": "Name everyone in the game exactly once: {names}.",
    "name_not_looked_up": "“{name}” couldn't be looked up in this server. Mention the player with @, or try "
    "again in a minute.",
    "names_clear": "The other names are clear: {names}.",
    "new_or_name": '“{name}” could be a new player called “{new}”, or a whole name. Write **new "{new}"** or '
    '**new "{name}"**.',
    "no_archenemy": "{variant} needs a team with exactly one player: the archenemy.",
    "no_bots": "Bots can't take a seat. Choose a person.",
    "no_brackets": "Brackets are for games with commanders. {variant} has none: choose another format or "
    "Commander rules under **Options…**.",
    "no_cards_left": "{who} has no cards left to mulligan.",
    "no_clock": "No timer is running. Start one with `/clock round` or `/clock turn`.",
    "no_commander_named": "No commander in this game is called “{name}”.{hint} Choose one from the list, or "
    "set one with `/commander set`.",
    "no_commander_yet": "{who} has no commander yet. Set one with `/commander set`.",
    "no_emperors": "{variant} doesn't have emperors (CR {rule}).",
    "no_main_game": "There's no game in progress in this thread's channel. A subgame needs a main game.",
    "no_name": "That name has no visible characters. Choose another one.",
    "no_one_archenemy": "{variant} doesn't have a single archenemy (CR {rule}).",
    "no_pages": "Games have no pages here. The person who runs this bot can turn them on.",
    "no_roles": "No roles are dealt in this game.",
    "no_roles_dealt": "{variant} has no secret roles, so these options don't go with it.",
    "no_round": "No round timer is running. Start one with `/clock round`.",
    "no_such_card": "“{card}” isn't on the list of cards.{hint} Choose one from it, or enter what the "
    "card does with `/life lose`, `/damage`, `/counter add` and `/effect add`.",
    "no_such_commander": "{who} doesn't have that commander. Choose one from the list, or set one with "
    "`/commander set`.",
    "no_such_edition": "There's no edition “{edition}”. Choose one from the list.",
    "no_such_effect": "That effect doesn't apply to {who}. `/effect list` shows the active effects.",
    "no_such_game": "This channel has no game number {number}.",
    "no_such_kind_of_effect": "“{text}” isn't an effect that Arbiter knows. Choose one from the list.",
    "no_such_player": "No one in this game is called “{name}”.{hint}",
    "no_such_rule": "No rule here matches “{query}”.{hint}",
    "no_such_side": "There's no side “{who}” in this game.",
    "no_such_source": "No card at this table makes effects under that name, or several do. `/effect list` "
    "shows them.",
    "no_such_step": "Step {number} isn't part of this game now. `/log` shows the steps.",
    "no_such_tally": "There's no tally or reminder “{tally}” here. `/tally list` shows all of them.",
    "no_such_team": "There's no team “{team}”. The teams are {teams}.{hint}",
    "no_such_topic": "No help page covers “{topic}”.{hint}",
    "no_such_variant": "There's no format “{variant}”. Choose one from the list.",
    "no_table": "There's no game in this channel. Open one with `/game new`.",
    "no_team": "Not on a team yet: {who}.",
    "no_teams": "{variant} doesn't have teams. Leave out `team:`.",
    "no_turn_timer": "No turn timer is running. Start one with `/clock turn`.",
    "no_usurper": "Only Kingdom has a Usurper. In {variant}, leave out `king-stays`.",
    "no_vote": "That vote is over or was never called. `/vote` calls a new one.",
    "nobody_is": "There's no “{word}” right now. Choose a player by name.",
    "nobody_meant": "You aren't in this game, so choose a player with `who:`.",
    "nobody_new_in_voice": "Everyone in your voice channel already has a seat.",
    "not_a_permutation": "Redistributing only swaps the current totals around, so the numbers must be "
    "{totals}.",
    "not_a_taker": "That player doesn't take turns here.",
    "not_at_table": "That player isn't in this game.",
    "not_enough_life": "{who} has {has} life and can't pay {needs} (CR {rule}).",
    "not_held": "No hold is active. Start one with `/hold`.",
    "not_in_dungeon": "{who} isn't in a dungeon.",
    "not_in_server": "That person isn't in this server. Write a name without @ to seat a guest.",
    "not_in_step": "“{option}” can't be combined with “{action}”. Leave it blank, or choose something else.",
    "not_in_voice": "You aren't in a voice channel on this server. Join one, then press again.",
    "not_knocked_out": "{who} hasn't lost, so no one knocked {who} out.",
    "not_ready": "You aren't marked as ready.",
    "not_seated": "You aren't in this game. Use `/game join` to take a seat.",
    "not_seated_may_not": "Only players in this game and {judges} can do that.",
    "not_started": "The game hasn't started yet: press Start in the lobby or use `/game start`.",
    "not_the_last_step": "Another step was entered in the meantime, so nothing was undone. The board shows "
    "it; press Undo again to undo that step.",
    "not_the_next_step": "Something else was entered, undone or redone in the meantime, so nothing was "
    "redone. `/redo` redoes the last undone step.",
    "not_your_vote": "It's {who}'s turn to vote (CR {rule}).",
    "nothing_happens": "That wouldn't change anything. If an effect prevents it, `/effect list` shows it.",
    "nothing_to_redo": "There's nothing to redo.",
    "nothing_to_undo": "There's nothing to undo.",
    "number_out_of_bounds": "“{text}” isn't a valid number. Enter one from {least} to {most}.",
    "odd_players": "{variant} needs an odd number of players, and there are {has}.",
    "one_at_a_time": "This only works for one player at a time.",
    "one_attack_option": "A game uses exactly one attack option (CR {rule}).",
    "one_member_per_team": "Only one member of a team that shares its life total can be affected (CR "
    "{rule}).",
    "one_variant": "A game can use only one of these formats (CR {rule}): {variants}.",
    "optional_loop": "A loop with an optional action isn't a draw (CR {rule}). A player who can choose "
    "another action has to.",
    "optional_only_in_loops": "Only a mandatory loop takes `optional:`. Leave it out.",
    "out_cant_win": "In {variant}, a player who is out can't win. Only Star and formats with secret roles "
    "have that option.",
    "out_of_range": "{who} is outside {of}'s range of influence (CR {rule}). If another player's card does "
    "it, say whose.",
    "outdated": "That button is from another version of the bot and doesn't work here. `/game board` "
    "shows the board again, `/help` lists what you can do.",
    "page_shows_one": "A page shows either this channel's latest game or an earlier one. Choose `channel:` "
    "or `game:`, not both.",
    "pay_or_damage": "Half of a life total is either paid or dealt as damage. Choose `pay:` or `damage:`, "
    "not both.",
    "planar_only": "Only `dice:planar` takes `who:` and `effect:`.",
    "preview_outdated": "The game has moved on since this preview. This is what the card would do now.",
    "rad_too_many": "{who} has {has} rad counters, so at most that many cards were milled (CR {rule}).",
    "random_only_now": "A random player can only be drawn for something that happens now. Use `/random`, "
    "then choose that player by name.",
    "range_not_allowed": "{variant} doesn't use a limited range of influence. Leave out `range:`.",
    "range_too_small": "A range of influence must be at least one seat (CR {rule}).",
    "ready_already": "You're already marked as ready.",
    "redistribute_form": "Enter each player's new total, such as `Ana 12, Ben 3`.",
    "reminder_without_amount": "“{text}” is a reminder, which has no amount. Leave out `amount:`.",
    "remote_hidden": "Arbiter can't see this channel, so it can't check whether you can. Use commands in the "
    "channel until a moderator gives Arbiter the View Channel permission.",
    "remote_later": "Discord can't be asked right now whether you're in this server. Try again in a moment.",
    "remote_not_yours": "This link no longer controls that seat. Get a new one with `/game remote`.",
    "remote_of_other": "Only {who} can get a remote for {who}. Use `who:` for guests only.",
    "restart_too_few": "{variant} needs at least {needs} players, and {has} are still in this game (CR "
    "{rule}): end it and start a new lobby.",
    "role_is_own": "Leave out `who:` to see your own secret role. To choose an emperor or the archenemy, add "
    "`role:`.",
    "role_known": "{who}'s role is known to all already.",
    "role_of_other": "Only {who} can show {who}'s role.",
    "roles_dealt_again": "Roles were dealt again. Press **My role** to see yours.",
    "roles_for_players": "Only players in this game have a role.",
    "roles_not_dealt": "The roles weren't dealt to everyone at the table. Try again.",
    "roles_stay_secret": "In {variant}, roles stay secret until the game is over.",
    "round_runs": "The round timer is already running. `/clock show` shows it, `/clock stop what:round` "
    "stops it.",
    "same_time_over": "It's too late to add that to the same event. `/log` shows the steps, and `/undo`"
    " undoes the last one.",
    "server_busy": "This server is already waiting for many pictures or files. Try again in a moment.",
    "server_too_fast": "This server is busy. Try again in {seconds} s.",
    "server_without_bot": "That only works in servers that Arbiter is in. Anyone who manages a server can "
    "[invite it]({invite}).",
    "settings_have_changed": "That choice no longer exists. `/settings` shows the current choices.",
    "settings_of_channel": "Only members who can manage this channel, its messages or the server can change "
    "the channel's settings.",
    "settings_of_server": "Only members who can manage the server can change its settings.",
    "several_commanders": "“{name}” could be more than one commander. Choose one: {commanders}.",
    "several_players": "“{name}” could be more than one player: {players}. Choose one, or mention the player "
    "with @.",
    "steps_or_step": "Choose `steps:` to undo the last steps or `step:` to take back an earlier one, "
    "not both.",
    "subgame_in_thread": "Subgames are played in a thread while the main game waits. Open a thread in this "
    "channel and use `/game subgame` there.",
    "table_in_use": "This channel already has a game. `/game board` shows it, `/game end` closes it.",
    "tally_lasts": "Only an amount that is added takes `lasts:`. Leave it out.",
    "team_damage_not_allowed": "In {variant}, no team stands and falls as one. Leave out `team-damage`.",
    "teams_apart": "Teams sit together in {variant}. Change the seating with `/game seats`.",
    "teams_not_alternating": "Teams sit in alternating seats in {variant}. Change the seating with `/game "
    "seats`.",
    "teams_unequal": "{variant} needs teams of the same size.",
    "text_too_long": "A text is too long. The limit is {limit} characters.",
    "too_fast": "Too many requests. Try again in {seconds} s.",
    "too_few_players": "{variant} needs at least {needs} players; the lobby has {has}.",
    "too_late": "Discord was too slow, so nothing happened. Check the board and try again.",
    "too_many_cards": "You can draw at most {allows} cards at once.",
    "too_many_dice": "You can roll at most {allows} dice at once.",
    "too_many_guests": "Too many guests have joined by this link. Ask the host for a new one.",
    "too_many_names": "You can name at most {limit} players at once.",
    "too_many_players": "{variant} allows at most {allows} players; the lobby has {has}.",
    "too_many_tallies": "A game can have at most {limit} tallies and reminders. `/tally remove` makes room.",
    "toxic_needs_combat": "Toxic gives poison counters with combat damage only. Leave toxic blank, or make "
    "it combat damage.",
    "turn_of_other": "Only {who}, whose turn it is, and {judges} can do that here.",
    "turn_order_of_markers": "The turn order can't be reversed in a Grand Melee: turn markers always pass "
    "to the left (CR {rule}).",
    "turn_over": "That turn was already passed, so nothing changed. The board shows whose turn it is.",
    "two_commanders_in_name": "“{name}” reads like two commanders, which count damage apart. Name the second "
    "one with `partner:`. If it's one card, type its front face, or “and” for “&”.",
    "undo_judges_only": "Only {judges} can undo and redo here. See `/settings`.",
    "undo_own_only": "You can only undo your own last steps here. Other players' steps can be undone by "
    "those players or by {judges}.",
    "undone_already": "That step was already undone, so nothing changed. Use `/undo` to undo another step.",
    "unknown_here": "Arbiter isn't here, so it can't see whom you mention. Let them press Join, or write "
    "their names without @ to seat guests.",
    "unknown_person": "There's no “{name}” here.{hint} To add a new player, write “new {name}”.",
    "vote_choices": "A vote needs two to {allows} different options, with commas between them.",
    "vote_open": "A vote is already in progress. `/vote` alone shows it again, and `/undo` cancels it.",
    "vote_what": "No vote is in progress. Start one with `question:` and `options:`.",
    "which_commander": "Choose a commander with `commander`: {commanders}.",
    "which_marker": "Several turns are in progress: {markers}. End one with its turn marker, such as `/turn "
    "next marker:{marker}`.",
    "which_turn": "Several turns are in progress. Choose a turn marker: {markers}.",
    "whose_effect": "An effect ends with its card, or when that card's player leaves. Say whose it is with "
    "`source:`, or how long it lasts.",
    "wrong_team_count": "{variant} needs {needs} teams; the lobby has {has}.",
    "wrong_team_size": "{variant} needs {needs} players on each team.",
}
