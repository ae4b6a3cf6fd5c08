"""Why something was not done, and what to do instead, in words: one text for every reason to refuse."""

from collections.abc import Mapping

from cogs.text import names
from cogs.text.formatting import escape
from cogs.text.language import tr
from rules.refusal import Refusal

TEXTS: Mapping[str, str] = {
    "almost_a_kind": "Did you mean {name}? A kind of counter of your own needs a name less like it than "
    "“{kind}”.",
    "already_held": "A hold is in force already. Enter the changes, then `/release`.",
    "already_seated": "{who} has a seat at this table already.",
    "already_started": "The game has started. `/concede` leaves it. For other players or options close it "
    "with `/game end` and press **Same again**.",
    "attack_not_allowed": "{variant} can't be played with “attack {attack}”. Leave that option out.",
    "bad_award": "I can't read “{text}”. Write each achievement with its points: play of the game = 1.",
    "bad_clock": "A round takes 1 to 600 whole minutes, a turn 1 to 180, and up to 20 turns follow a round; "
    "“{text}” is none of that.",
    "bad_dice": "I can't read “{text}”. Write dice such as `d20`, `2d6+1` or `4d6kh3`.",
    "bad_draw": "A draw can't be worth “{text}”. Write points such as 1, 0.5 or 1/3, or “{split}” for a "
    "share of a win, or “{replay}”.",
    "bad_life": "A starting life is a whole number from 1 to 999999, not “{text}”.",
    "bad_link": "That isn't a web address: it has to begin with https:// and have no spaces.",
    "bad_number": "That takes a number from 0 to 999999, not “{text}”.",
    "bad_points": "That is no number of points: “{text}”. Write numbers such as 3, -1, 0.5 or 1/3.",
    "bad_score": "I can't read “{text}”. Games won of a match between two sides are written as 2-1, "
    "with a drawn game 1-1-1.",
    "bad_tiebreaker": "There is no tie-breaker “{text}”. There are: {known}.",
    "bad_time": "I can't read the time “{text}”. Write 2026-11-20 19:30 (UTC), yesterday, or 3h for "
    "three hours ago.",
    "being_forgotten": "The data of somebody concerned is just being deleted. Try again in a moment.",
    "buttons_for_players": "The buttons are for the players at this table. Use `/life` with `who`.",
    "cant_gain_life": "{who} can't gain life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_lose_game": "{who} can't lose the game just now. `/effect list` shows why; conceding still works.",
    "cant_lose_life": "{who} can't lose life (CR {rule}), so this doesn't happen. `/effect list` shows why.",
    "cant_pay_life": "{who} can't pay life (CR {rule}). Only 0 can be paid.",
    "cant_win_game": "{who} can't win the game just now (CR {rule}). `/effect list` shows why.",
    "chart_empty": "There is nothing to draw yet: no result that counts.",
    "claim_by_guest": "A guest can't be somebody else: say which member of this server that was.",
    "claim_judges_only": "Only judges say who somebody else was. Leave `member` out if the guest was you.",
    "claim_no_guest": "That is no guest, or somebody has claimed them already: pick one from the list. Who "
    "has changed their account asks a judge to type `/league claim` with `member`.",
    "claim_same_result": "Both were in result {number}, so they are two people. "
    "If that is wrong, edit the result first.",
    "claim_witness": "That is for judges, or for those who played with this guest, to say.",
    "clock_not_paused": "The clock runs. `/clock pause` stops it for a while.",
    "clock_paused": "The clock is paused already. `/clock resume` lets it go on.",
    "choose_dungeon": "Say which dungeon: {dungeons}.",
    "choose_life": "The rules give no starting life for {variant} with Commander. Choose it with `life:`, "
    "such as 30, 40 or 60.",
    "choose_member": "{team} shares its life total: say which member the effect counts for (CR {rule}).",
    "choose_variant": "Say what you play with `variant`. `/settings` can choose it for this channel.",
    "choose_room": "There are two ways on. Say which room: {rooms}.",
    "commander_not_allowed": "{variant} takes no Commander rules on top. Archenemy "
    "Commander is a variant of its own.",
    "concede_for_other": "Only {who} can concede for {who} (CR {rule}).",
    "concede_own_only": "Only {who} and {judges} can concede for {who}.",
    "confirm_not_asked": "Only those who took part, and did not report it themselves, confirm this result.",
    "confirmed_already": "You have confirmed this result already. A judge can still put it right.",
    "csv_columns": "The file has no column “{name}”. Its first line has to name the columns.",
    "csv_too_long": "That is too much at once: bring in up to {limit} results with each file.",
    "csv_value": "Line {line} of the file: “{text}” can't be read as {column}.",
    "deploy_not_allowed": "{variant} is played without the deploy creatures option (CR {rule}).",
    "dispute_own_only": "Only those who took part can dispute this result. Tell a judge what is wrong.",
    "dispute_too_late": "A result can be disputed for {hours} hours. Ask a judge to put it right.",
    "draw_among": "Say who is meant with `players`, such as Ana, Ben, Cy.",
    "edit_judges_only": "Only judges can edit this result, and whoever reported it until it is confirmed.",
    "effect_needs_number": "This effect needs a number: fill in `number`.",
    "emperor_at_the_end": "{who} is an emperor and sits inside the team, between two teammates (CR {rule}).",
    "endings_dont_fit": "Either one side won and has the first place, or nobody won and those in the "
    "first place drew.",
    "enter_judges_only": "Here only {judges} can enter that. `/settings` shows why.",
    "enter_own_only": "Here everybody enters what happens to themselves, so this is for {who} to enter, or "
    "for {judges}.",
    "extend_judges_only": "Only {judges} give more time.",
    "export_too_large": "What is stored about you is more than Discord takes as a file. Ask whoever runs "
    "this bot for it: `/privacy statement`.",
    "fewer_steps": "There are fewer steps than that: `/{command} steps:{has}` takes all of them.",
    "everybody_judges": "Pick a role that only judges have, not the one that everybody has.",
    "exchange_same_total": "{a} and {b} share one life total, so there is nothing to exchange (CR {rule}).",
    "exchange_what": "Say what is exchanged: the totals of two players, or of one with a `number`.",
    "file_too_large": "That file is too large: at most {limit} MB are read.",
    "game_over": "This game is over. `/undo` takes the last step back, `/game new` opens another.",
    "games_dont_fit": "A match that is best of {best_of} is between two sides. Put the winner first, who "
    "won more games, and {wins} at most.",
    "games_single": "In this league every game counts by itself: leave `games` out and report each one.",
    "hand_kept": "{who} has kept the opening hand already (CR {rule}).",
    "import_empty": "There are no results in that file.",
    "import_doesnt_fit": "Result {number} of the file makes no sense in this league. Look at its players, "
    "places, draw, time and variant. Nothing was brought in.",
    "league_archived": "This league is archived and takes no more. `/league edit` can bring it back.",
    "league_file_broken": "This is no export of a league, or it is damaged.",
    "league_judges_only": "Only {judges} can do that. `/settings` can name a judge role.",
    "league_name_taken": "There is a league “{name}” here already. Choose another name.",
    "league_not_archived": "This league is not archived.",
    "left_game": "{who} has left the game. `/undo` brings a player back if that was a mistake.",
    "lobby_closed": "This lobby is closed. `/game new` opens another.",
    "lobby_full": "{variant} takes {allows} players at most.",
    "lobby_unchanged": "Nothing would change: the lobby is like that already.",
    "mulligan_order": "It is {who}'s turn to decide about mulligans first (CR {rule}).",
    "name_everybody_once": "Name everybody at the table exactly once: {names}.",
    "no_league": "There is no such league. Pick one from the list.",
    "no_league_player": "Nobody in {league} is called “{name}”.{hint}",
    "no_leagues": "There is no league on this server yet. `/league create` begins one.",
    "no_result": "This league has no result with the number {number}.",
    "no_season": "There is no such season. Pick one from the list.",
    "no_awards": "This league has no achievements. Judges add them with `/league edit`.",
    "no_such_award": "This league has no achievement “{name}”. There are: {known}. Judges add others with "
    "`/league edit`.",
    "no_such_league": "There is no league “{name}” here.{hint}",
    "nobody_meant": "Say who is meant with `who`: you have no seat at this table.",
    "no_archenemy": "{variant} needs exactly one player on one team, the archenemy.",
    "no_clock": "No clock runs here. `/clock round` and `/clock turn` start one.",
    "no_commander_named": "No commander at this table is called “{name}”.{hint} Pick one from the list, or "
    "name one with `/commander set`.",
    "no_commander_yet": "{who} has no commander yet: `/commander set` names one.",
    "no_emperors": "There are no emperors in {variant} (CR {rule}).",
    "no_main_game": "There is no game going on in this thread's channel that a subgame could belong to.",
    "no_name": "Nothing of that name can be seen. Choose another one.",
    "no_cards_left": "{who} has no cards left to mulligan.",
    "no_one_archenemy": "No single player is the archenemy in {variant} (CR {rule}).",
    "no_round": "No round clock runs here. `/clock round` starts one.",
    "no_such_commander": "{who} has no such commander. Pick one from the list, or name one with "
    "`/commander set`.",
    "no_such_game": "No game in this channel has the number {number}.",
    "no_such_edition": "There is no edition “{edition}”. Pick one from the list.",
    "no_such_effect": "{who} is not under that effect. `/effect list` shows the ones in force.",
    "no_such_player": "Nobody at this table is called “{name}”.{hint}",
    "no_such_rule": "No rule here has the number or the word “{query}”.{hint}",
    "no_such_side": "There is no side “{who}” at this table.",
    "no_such_team": "There is no team “{team}”. The teams are {teams}.{hint}",
    "no_such_topic": "No page of help tells of “{topic}”.{hint}",
    "no_such_variant": "There is no variant “{variant}”. Pick one from the list.",
    "no_table": "There is no game in this channel. `/game new` opens one.",
    "no_team": "Not on a team yet: {who}.",
    "no_teams": "There are no teams in {variant}. Leave `team` out.",
    "no_turn_timer": "No turn timer runs here. `/clock turn` starts one.",
    "not_a_permutation": "Redistributing deals out the old totals anew: the numbers must be {totals}.",
    "not_a_taker": "That player doesn't take turns here.",
    "not_at_table": "That player isn't at this table.",
    "not_enough_counters": "{who} has {has} {kind}, too few for {needs}.",
    "not_enough_life": "{who} has {has} life and can't pay {needs} (CR {rule}).",
    "not_held": "There is no hold in force. `/hold` begins one.",
    "not_in_dungeon": "{who} isn't in a dungeon.",
    "not_in_league": "You have not played in {league} yet. Say which player you mean.",
    "not_in_report": "Nobody called “{name}” is among the players of this result.{hint}",
    "not_in_server": "That person isn't in this server. Write a name without @ to seat a guest.",
    "not_seated": "You have no seat at this table. `/game join` takes one while the lobby is open.",
    "not_seated_may_not": "Only people at this table and {judges} can do that. `/game join` takes a seat "
    "while a lobby is open.",
    "not_started": "The game hasn't started yet: press Start in the lobby or use `/game start`.",
    "nobody_new_in_voice": "Everybody in your voice channel has a seat already.",
    "not_in_voice": "You are in no voice channel of this server. Join one, then press again.",
    "not_ready": "You haven't said that you are ready.",
    "not_the_last_step": "Meanwhile something else was entered, so nothing was undone. The board shows it; "
    "press Undo again to take that back.",
    "nothing_happens": "Nothing would change. If an effect prevents it, `/effect list` shows it.",
    "nothing_to_redo": "There is nothing to redo.",
    "nothing_to_settle": "There is nothing to settle: this result is not waiting for that any more.",
    "nothing_to_undo": "There is nothing to undo.",
    "number_out_of_bounds": "That takes a number from {least} to {most}, not “{text}”.",
    "one_at_a_time": "This works for one player at a time.",
    "one_attack_option": "A game uses exactly one of the attack options (CR {rule}).",
    "one_member_per_team": "Only one member of a team that shares its total can be affected (CR {rule}).",
    "one_variant": "A game uses only one of these variants (CR {rule}): {variants}.",
    "optional_loop": "A loop with an optional action is no draw (CR {rule}): whoever can must do something "
    "else.",
    "out_of_range": "{who} is outside {of}'s range of influence (CR {rule}).",
    "outdated": "That is from an older version of me and works no more. `/game board` shows the table anew, "
    "`/help` what there is.",
    "places_dont_fit": "The places don't add up. Who shares a place leaves the next ones out, such as 1, "
    "2, 2, 4.",
    "player_twice": "Somebody is named twice. Everybody takes part in a result once.",
    "rad_too_many": "{who} has {has} rad counters, so at most that many cards were milled (CR {rule}).",
    "ready_already": "You have said already that you are ready.",
    "range_not_allowed": "{variant} is played without a limited range of influence. Leave `range` out.",
    "range_too_small": "A range of influence is at least one seat (CR {rule}).",
    "redistribute_form": "Give everybody's new total, such as `Ana 12, Ben 3`.",
    "release_not_claimed": "Nobody has claimed this player.",
    "replacement_missing": "Say what the result was instead.",
    "report_bye": "One player alone has a bye, and those are reported by judges. Put commas between several "
    "players: Ana, Ben.",
    "report_commanders": "A player has at most {limit} commanders. Write them as (Tymna / Kraum).",
    "report_judges_only": "In this league only judges report results.",
    "report_new_guest": "Nobody called “{name}” has played here before.{hint} For somebody "
    "new write “new {name}”.",
    "report_own_only": "You can report only results of games that you played in. Judges can report others.",
    "report_several": "Several players are called “{name}”: mention the one you mean with @.",
    "report_too_many": "A result takes at most {limit} players or teams.",
    "report_unreadable": "I can't read “{text}”. Write players best first: Ana, Ben = Cy, Dee + Eve. "
    "Commas stand between places, = between those who share one, + between teammates.",
    "restart_too_few": "{variant} needs at least {needs} players, and {has} are still in this game "
    "(CR {rule}): end it and start a new lobby.",
    "result_confirmed": "This result is confirmed. A judge can still edit or void it.",
    "result_unchanged": "Nothing would change: that is how it stands. `/league result show` shows all of it.",
    "result_disputed": "This result is disputed: a judge has to rule on it first.",
    "result_doesnt_fit": "{league} takes no such games. `/league rules` shows which games and variants "
    "count.",
    "result_of_the_future": "That time is still to come. Say when the game ended.",
    "result_pending": "This result still waits to be confirmed, so there is nothing to restore.",
    "result_void": "This result is void. A judge can restore it.",
    "result_withdrawn": "The table has taken this game's end back. `/redo` there brings the result back.",
    "result_without_players": "Say who took part.",
    "round_runs": "The round's clock runs already. `/clock show` shows it, `/clock stop what:round` ends it.",
    "season_ends_early": "A season can't end before it starts.",
    "season_ends_later": "That time is still to come. A season ends now or has ended already.",
    "season_is_open": "A season is open. `/league season close` ends it.",
    "season_not_open": "No season is open. `/league season open` starts one.",
    "season_overlaps": "The season before ended later than that. Let this one start after it.",
    "servers_only": "Tables live in the channels of a server.",
    "settings_have_changed": "That can't be chosen there any more. `/settings` shows what can.",
    "settings_of_channel": "Only people who may manage this channel, its messages or the server can change "
    "the channel's settings.",
    "settings_of_server": "Only people who may manage the server can change its settings.",
    "several_commanders": "Several players play “{name}”. Pick one from the list: it says whose each is.",
    "several_players": "Several players are called “{name}”. Say which one: {numbers}.",
    "subgame_in_thread": "A subgame is played in a thread of this channel, while the main game waits here: "
    "open one and type `/game subgame` there.",
    "table_in_use": "This channel has a game already. `/game board` shows it, `/game end` closes it.",
    "teams_apart": "In {variant} teams sit together. Change it with `/game seats`.",
    "teams_not_alternating": "In {variant} teams sit alternately: one of each, then again. Change it with "
    "`/game seats`.",
    "teams_unequal": "{variant} needs teams of the same size.",
    "too_many_cards": "At most {allows} cards are drawn at once.",
    "too_many_dice": "At most {allows} dice are rolled at once.",
    "too_few_players": "{variant} needs at least {needs} players; the lobby has {has}.",
    "too_many_players": "{variant} takes at most {allows} players; the lobby has {has}.",
    "too_many_results": "At most {limit} results at once.",
    "turn_of_other": "Here only {who}, whose turn it is, and {judges} can do that.",
    "turn_over": "That turn was passed already, so no other one was. The board shows whose turn it is.",
    "two_players": "Say two different players.",
    "undo_judges_only": "Here only {judges} can undo and redo. `/settings` shows why.",
    "undo_own_only": "Here everybody takes back their own last steps only. What others have entered is for "
    "them to undo, or for {judges}.",
    "undone_already": "That was undone already, so nothing more is undone. `/undo` takes another step back.",
    "which_commander": "Say which one with `commander`: {commanders}.",
    "which_league": "Say which league with `league`: {leagues}.",
    "which_marker": "Several turns are running. Say which turn marker: {markers}.",
    "wrong_team_count": "{variant} needs {needs} teams; the lobby has {has}.",
    "wrong_team_size": "{variant} needs {needs} players on each team.",
}


NAMED = frozenset(("variant", "attack"))
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
    if key == "kind":
        return names.thing(value)
    if key == "judges":
        if not value:
            return tr("moderators")
        return tr("people with the role {role} and moderators", role=escape(value))
    return tr(value) if key in NAMED else escape(value)
