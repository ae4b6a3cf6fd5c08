"""Why something was not done, and what to do instead, in words: one text for every reason to refuse."""

from collections.abc import Mapping

from cogs.ui.text import escape
from rules.refusal import Refusal

TEXTS: Mapping[str, str] = {
    "already_held": "A hold is in force already. Enter the changes, then `/release`.",
    "already_seated": "{who} has a seat at this table already.",
    "already_started": "The game has started. `/game end` closes it, then `/game new` opens another.",
    "attack_not_allowed": "{variant} can't be played with “attack {attack}”. Leave that option out.",
    "bad_dice": "I can't read “{text}”. Write dice such as `d20`, `2d6+1` or `4d6kh3`.",
    "bad_life": "A starting life is a whole number from 1 to 999999, not “{text}”.",
    "bad_link": "That isn't a web address: it has to begin with https:// and have no spaces.",
    "bad_number": "That takes a number from 0 to 999999, not “{text}”.",
    "buttons_for_players": "The buttons are for the players at this table. Use `/life` with `who`.",
    "cant_gain_life": "{who} can't gain life (119.7), so this doesn't happen. `/effect list` shows why.",
    "cant_lose_game": "{who} can't lose the game just now. `/effect list` shows why; conceding still works.",
    "cant_lose_life": "{who} can't lose life (119.8), so this doesn't happen. `/effect list` shows why.",
    "cant_pay_life": "{who} can't pay life (119.8). Only 0 can be paid.",
    "cant_win_game": "{who} can't win the game just now (104.2b). `/effect list` shows why.",
    "choose_dungeon": "Say which dungeon: {dungeons}.",
    "choose_life": "The rules give no starting life for {variant} with Commander. Choose it with `life:`, "
    "such as 30, 40 or 60.",
    "choose_member": "{team} shares its life total: say which member the effect counts for (810.9d).",
    "choose_variant": "Say what you play with `variant`. `/settings` can choose it for this channel.",
    "choose_room": "There are two ways on. Say which room: {rooms}.",
    "commander_not_allowed": "{variant} takes no Commander rules on top (903.12, 904.13). Archenemy "
    "Commander is a variant of its own.",
    "concede_for_other": "Only {who} can concede for {who} (104.3a).",
    "concede_own_only": "Only {who} and {judges} can concede for {who}.",
    "deploy_not_allowed": "{variant} is played without the deploy creatures option (804.1).",
    "draw_among": "Say who is meant with `players`, such as Ana, Ben, Cy.",
    "effect_needs_number": "This effect needs a number: fill in `number`.",
    "emperor_at_the_end": "{who} is an emperor and sits inside the team, between two teammates (809.2).",
    "enter_judges_only": "Here only {judges} can enter that. `/settings` shows why.",
    "enter_own_only": "Here everybody enters what happens to themselves, so this is for {who} to enter, or "
    "for {judges}.",
    "fewer_steps": "There are fewer steps than that: `/{command} steps:{has}` takes all of them.",
    "everybody_judges": "Pick a role that only judges have, not the one that everybody has.",
    "exchange_same_total": "{a} and {b} share one life total, so there is nothing to exchange (810.9e).",
    "exchange_what": "Say what is exchanged: the totals of two players, or of one with a `number`.",
    "game_over": "This game is over. `/undo` takes the last step back, `/game new` opens another.",
    "hand_kept": "{who} has kept the opening hand already (103.5).",
    "left_game": "{who} has left the game. `/undo` brings a player back if that was a mistake.",
    "lobby_closed": "This lobby is closed. `/game new` opens another.",
    "lobby_full": "{variant} takes {allows} players at most.",
    "mulligan_order": "It is {who}'s turn to decide about mulligans first (101.4).",
    "name_everybody_once": "Name everybody at the table exactly once: {names}.",
    "nobody_meant": "Say who is meant with `who`: you have no seat at this table.",
    "no_archenemy": "{variant} needs exactly one player on one team, the archenemy.",
    "no_emperors": "There are no emperors in {variant} (809.2).",
    "no_name": "Nothing of that name can be seen. Choose another one.",
    "no_cards_left": "{who} has no cards left to mulligan.",
    "no_one_archenemy": "No single player is the archenemy in {variant} (904.2).",
    "no_such_commander": "{who} has no such commander. Pick one from the list, or name one with "
    "`/commander set`.",
    "no_such_game": "No game in this channel has the number {number}.",
    "no_such_edition": "There is no edition “{edition}”. Pick one from the list.",
    "no_such_effect": "{who} is not under that effect. `/effect list` shows the ones in force.",
    "no_such_player": "Nobody at this table is called “{name}”.{hint}",
    "no_such_rule": "No rule here has the number or the word “{query}”.{hint}",
    "no_such_side": "There is no side “{who}” at this table.",
    "no_such_team": "There is no team “{team}”. The teams are {teams}.",
    "no_such_variant": "There is no variant “{variant}”. Pick one from the list.",
    "no_table": "There is no game in this channel. `/game new` opens one.",
    "no_team": "Not on a team yet: {who}.",
    "no_teams": "There are no teams in {variant}. Leave `team` out.",
    "not_a_permutation": "Redistributing deals out the old totals anew: the numbers must be {totals}.",
    "not_a_taker": "That player doesn't take turns here.",
    "not_at_table": "That player isn't at this table.",
    "not_enough_counters": "{who} has {has} {kind}, too few for {needs}.",
    "not_enough_life": "{who} has {has} life and can't pay {needs} (119.4).",
    "not_held": "There is no hold in force. `/hold` begins one.",
    "not_in_dungeon": "{who} isn't in a dungeon.",
    "not_in_server": "That person isn't in this server. Write a name without @ to seat a guest.",
    "not_seated": "You have no seat at this table. `/game join` takes one while the lobby is open.",
    "not_seated_may_not": "Only people at this table and {judges} can do that. `/game join` takes a seat "
    "while a lobby is open.",
    "not_started": "The game hasn't started yet: press Start in the lobby or use `/game start`.",
    "nothing_happens": "Nothing would change. If an effect prevents it, `/effect list` shows it.",
    "nothing_to_redo": "There is nothing to redo.",
    "nothing_to_undo": "There is nothing to undo.",
    "one_at_a_time": "This works for one player at a time.",
    "one_attack_option": "A game uses exactly one of the attack options (802, 803).",
    "one_member_per_team": "Only one member of a team that shares its total can be affected (810.9f).",
    "one_variant": "A game uses only one of these variants (800.2): {variants}.",
    "optional_loop": "A loop with an optional action is no draw (104.4b): whoever can must do something "
    "else (732.3).",
    "out_of_range": "{who} is outside {of}'s range of influence (801.10).",
    "rad_too_many": "{who} has {has} rad counters, so at most that many cards were milled (728.1).",
    "range_not_allowed": "{variant} is played without a limited range of influence. Leave `range` out.",
    "range_too_small": "A range of influence is at least one seat (801.2).",
    "redistribute_form": "Give everybody's new total, such as `Ana 12, Ben 3`.",
    "servers_only": "Tables live in the channels of a server.",
    "settings_have_changed": "That can't be chosen there any more. `/settings` shows what can.",
    "settings_of_channel": "Only people who may manage this channel, its messages or the server can change "
    "the channel's settings.",
    "settings_of_server": "Only people who may manage the server can change its settings.",
    "table_in_use": "This channel has a game already. `/game board` shows it, `/game end` closes it.",
    "teams_apart": "In {variant} teams sit together. Change it with `/game seats`.",
    "teams_not_alternating": "In {variant} teams sit alternately: one of each, then again. Change it with "
    "`/game seats`.",
    "teams_unequal": "{variant} needs teams of the same size.",
    "too_many_cards": "At most {allows} cards are drawn at once.",
    "too_many_dice": "At most {allows} dice are rolled at once.",
    "too_few_players": "{variant} needs at least {needs} players; the lobby has {has}.",
    "too_many_players": "{variant} takes at most {allows} players; the lobby has {has}.",
    "turn_of_other": "Here only {who}, whose turn it is, and {judges} can do that.",
    "undo_judges_only": "Here only {judges} can undo and redo. `/settings` shows why.",
    "undo_own_only": "Here everybody takes back their own last steps only. What others have entered is for "
    "them to undo, or for {judges}.",
    "which_marker": "Several turns are running. Say which turn marker: {markers}.",
    "wrong_team_count": "{variant} needs {needs} teams; the lobby has {has}.",
    "wrong_team_size": "{variant} needs {needs} players on each team.",
}


def explain(refusal: Refusal) -> str:
    """The sentence for whoever was refused."""
    values = {
        key: escape(value) if isinstance(value, str) else value for key, value in refusal.values.items()
    }
    return TEXTS[refusal.reason].format_map(values)
