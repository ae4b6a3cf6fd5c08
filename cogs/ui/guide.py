"""The pages of /help, by task, every command with an example."""

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "Start a game": """
`/game new variant:Commander` opens a table in this channel; people press **Join**, somebody presses **Start**.
`/game join team:Red` and `/game leave` do what the buttons do; `/game leave who:Grandma` takes somebody's seat away.
`/game add players:@Ben, Grandma` seats others; Grandma is a guest without a Discord account.
`/game seats order:Ana, Ben, Cy` arranges the seats; `/game seats order:random` has them drawn.
`/game start first:Ana` starts with Ana; `/game start` draws who goes first by the variant's rule.
`/game board` shows the board again at the end of the chat; `/game end` closes the table without a result.
`/game link url:https://…` puts the webcam room on the board.""",
    "Variants and options": """
`/game options life:30 range:2` changes what the lobby is going to play; `/game options variant:Emperor` plays something else.
`/game new variant:Team vs. Team commander:True` adds Commander's rules: 40 life, 21 combat damage by one commander.
`/game role role:emperor who:Ben` says who is the emperor of Ben's team, `/game role role:archenemy` that you are the archenemy.
`/game vanguard life:-3 hand:2` enters what your vanguard card does; `/game range seats:1 who:Ben` limits Ben's range alone.
`/rule query:emperor` tells a rule in short, `/rule query:809.5b` by its number in the edition that you play.""",
    "Life and damage": """
The buttons **−5 −1 +1 +5** on the board are for whoever presses them.
`/life lose amount:3 who:Ben`, `/life gain amount:2`, `/life set to:10 who:each player`
`/life pay amount:2` refuses what the rules don't let you pay; `/life halve rounded:up`, `/life double`
`/life exchange a:Ana b:Ben`, `/life redistribute totals:Ana 12, Ben 3`, `/life each totals:Ana 7, Ben 3`
`/library count cards:34` and then `/library draw cards:3` if the table wants to count somebody's library.
`/damage amount:4 who:each opponent lifelink:True` – also `infect`, `toxic`, `combat`
`who` takes names, teams, mentions, several with commas, “each player”, “each opponent”, “my team”.""",
    "Commander": """
`/commander set name:Tana partner:Tymna` names one commander, or two partners.
`/damage amount:7 who:Ben commander:Tana` counts towards the 21 of that card alone, and Ben loses 7 life.
`/commander damage` shows every commander's damage; `/commander cast` raises the tax.""",
    "Counters and effects": """
`/counter add kind:poison amount:2 who:Ben`, `/counter remove kind:energy amount:3 cost:True`
`/counter proliferate who:Ana, Ben`, `/counter double kind:poison who:Ben`
`/counter rad nonlands:2` when rad counters have milled two nonland cards.
`/effect add effect:can't lose the game who:Ana` and everything it changes is decided by it.
`/effect remove effect:can't lose the game who:Ana`, `/effect list`""",
    "Opening hands": """
`/mulligan take` and `/mulligan keep`, with `who` for a guest; the first one is free with more than two players.
`/mulligan status` shows who has kept how many cards and who has still to decide.""",
    "Turns": """
`/turn next` or **Pass turn** on the board, in a Grand Melee with your marker or `/turn next marker:2`; `/turn extra who:Ana`, `/turn skip who:Ben`
`/turn order` shows who is next and the seats; `/turn correct who:Ana` when the table lost count.""",
    "Clocks": """
The board says since when a turn runs. `/clock show` says who has taken how long, and so does the end of the game.
`/clock round minutes:50 turns:5` starts the round's clock: the table is told five minutes and one minute before the end, and at the end that the turn is finished and five more are played.
`/clock turn minutes:3` gives every turn three minutes and tells whose time is up; `/clock turn minutes:3 autopass:True` passes the turn then.
`/clock pause` stops the time for everything, `/clock resume` lets it go on; `/clock stop what:round` or `/clock stop` puts clocks away.
`/clock extend minutes:3 reason:deck check` is for judges; `/clock extend minutes:1 what:turn` is for the turn that runs.
`/settings` can start clocks with every game of a channel. `/log kind:clock` shows what was done to them.""",
    "Monarch, dungeons and more": """
`/designate monarch who:Ana`, `/designate initiative`, `/designate ring`, `/designate speed`
`/designate daynight to:night`; `/designate spell` counts spells, by which day and night change with the turn.
`/designate dungeon into:Undercity` enters, `/designate dungeon room:Forge` goes on where there are two ways.
`/designate room` when the room's ability is done; `/designate blessing` for the city's blessing.""",
    "Seats, range and attacks": """
`/table seats` shows who sits where; `/table range` whom your spells can reach, `/table attack who:Ben` whom Ben may attack.
`/game new variant:Free-for-All range:1 attack:left` plays with a limited range of influence and attacks to the left.""",
    "Several things at once": """
`/hold`, then enter everything that happens at the same time, then `/release`: who must lose loses together,
and if that is everybody left it is a draw.""",
    "The end of a game": """
Losses by life, poison, commander damage and empty libraries are noticed by themselves.
`/concede`; `/lose reason:empty library who:Ben`; `/win` when an effect says so.
`/draw reason:agreement`, `/draw reason:mandatory loop who:Ana, Ben`; `/game restart` for an effect that restarts.""",
    "Mistakes": """
`/undo` or **Undo** on the board takes the last step back and says which; `/undo steps:3` three of them. Dead
players come back, an ended game goes on. `/redo` does it again.""",
    "What has happened": """
`/log` shows who entered what, when and why, undone steps too, page by page and to you alone.
`/log who:Ben kind:damage` shows only what concerns Ben and is damage; `/log file:True` is all of it as a text file.
`/chart` shows everybody a picture of all life totals over the game. It comes by itself when a game has ended.
`/log game:12` and `/chart game:12` are about an earlier game of this channel; its number stands on its board.""",
    "Dice, coins and lots": """
`/roll dice:2d6+1`, `/roll dice:4d6kh3` keeps the highest three (`kl` the lowest; `dh`, `dl` leave some out), `/roll` is a d20.
`/coin`, `/coin times:3`; `/first` draws who goes first, also in the lobby or with `/first players:Ana, Ben, Cy`.
`/random` draws one of your opponents, `/random players:Ana, Ben` one of those you name.
Everybody sees what is drawn, and in a game the log keeps it.""",
    "Settings": """
`/settings` shows how this server, this channel and you yourself play, whose choice each thing is, and changes it.
This channel's choice counts before your own, yours before the server's; calls to your turn are yours first of all.
A thread has what its channel has. What is chosen for new games counts where `/game new` leaves it out.
**Who enters what** – *anyone at the table*; or *everybody for themselves*: damage is entered by whoever is dealt it, a turn is ended by whoever takes it, teammates with one life total enter for each other, anyone enters for guests, and day and night, holds and agreed draws too; or *judges only*.
**Who undoes what** – *anyone*, *everybody their own last steps*, or *judges only*.
Judges are those with the judge role. They and the moderators may do everything; everybody may concede and roll dice.""",
}
"""The text of each page by its title, the first one first."""
