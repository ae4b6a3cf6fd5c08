"""The pages of /help, by task, every command with an example."""

import re
from collections.abc import Iterable, Mapping, Sequence

from cogs.core.targets import nearest
from cogs.text.language import mark, tr
from rules.refusal import Refusal

PAGES: Mapping[str, Sequence[str]] = {
    mark("Start a game"): (
        mark(
            "`/game new variant:Commander` opens a table in this channel; people press **Join**, somebody presses **Start**."
        ),
        mark(
            "`/game join team:Red` and `/game leave` do what the buttons do; `/game leave who:Grandma` takes somebody's seat away."
        ),
        mark(
            "`/game new players:@Ben @Cy @Dee` in one line starts at once, with teams too: `players:@Ana @Ben vs @Cy @Dee`; `start:False` leaves the lobby open."
        ),
        mark("**Everyone in my voice channel** seats all who sit there with whoever presses it."),
        mark(
            "**Ready** says that you are; **Ask who is ready** asks everybody, and pings those alone who have chosen to be called."
        ),
        mark("`/game add players:@Ben, Grandma` seats others; Grandma is a guest without a Discord account."),
        mark("**Add players…** in the lobby does the same, with a list of the server's members."),
        mark(
            "`/game seats order:Ana, Ben, Cy` arranges the seats; `/game seats order:random` has them drawn."
        ),
        mark(
            "`/game start first:Ana` starts with Ana; `/game start` draws who goes first by the variant's rule."
        ),
        mark(
            "`/game board` shows the board again at the end of the chat; `/game end` closes the table without a result."
        ),
        mark("`/game link url:https://…` puts the webcam room on the board."),
    ),
    mark("Variants and options"): (
        mark(
            "**Options…** in the lobby, or `/game options`, opens a panel for variant, edition, life, range, seats and all the rest."
        ),
        mark(
            "`/game options life:30 range:2` changes what the lobby is going to play; `/game options variant:Emperor` plays something else."
        ),
        mark(
            "`/game new variant:Team vs. Team commander:True` adds Commander's rules: 40 life, 21 combat damage by one commander."
        ),
        mark(
            "`/game role role:emperor who:Ben` says who is the emperor of Ben's team, `/game role role:archenemy` that you are the archenemy."
        ),
        mark(
            "`/game vanguard life:-3 hand:2` enters what your vanguard card does; `/game range seats:1 who:Ben` limits Ben's range alone."
        ),
        mark(
            "`/rule query:emperor` tells a rule in short, `/rule query:809.5b` by its number in the edition that you play."
        ),
    ),
    mark("Life and damage"): (
        mark("The buttons **−5 −1 +1 +5** on the board are for whoever presses them."),
        mark("`/life lose amount:3 who:Ben`, `/life gain amount:2`, `/life set to:10 who:each player`"),
        mark(
            "`/life pay amount:2` refuses what the rules don't let you pay; `/life halve rounded:up`, `/life double`"
        ),
        mark(
            "`/life exchange a:Ana b:Ben`, `/life redistribute totals:Ana 12, Ben 3`, `/life each totals:Ana 7, Ben 3`"
        ),
        mark(
            "`/library count cards:34` and then `/library draw cards:3` if the table wants to count somebody's library."
        ),
        mark("`/damage amount:4 who:each opponent lifelink:True` – also `infect`, `toxic`, `combat`"),
        mark(
            "`who` takes names, teams, mentions, several with commas, “each player”, “each opponent”, “my team”."
        ),
    ),
    mark("Commander"): (
        mark("`/commander set name:Tana partner:Tymna` names one commander, or two partners."),
        mark(
            "`/damage amount:7 who:Ben commander:Tana` counts towards the 21 of that card alone, and Ben loses 7 life."
        ),
        mark("`/commander damage` shows every commander's damage; `/commander cast` raises the tax."),
    ),
    mark("Counters and effects"): (
        mark("`/counter add kind:poison amount:2 who:Ben`, `/counter remove kind:energy amount:3 cost:True`"),
        mark("`/counter proliferate who:Ana, Ben`, `/counter double kind:poison who:Ben`"),
        mark("`/counter rad nonlands:2` when rad counters have milled two nonland cards."),
        mark("`/effect add effect:can't lose the game who:Ana` and everything it changes is decided by it."),
        mark("`/effect remove effect:can't lose the game who:Ana`, `/effect list`"),
    ),
    mark("Opening hands"): (
        mark(
            "`/mulligan take` and `/mulligan keep`, with `who` for a guest; the first one is free with more than two players."
        ),
        mark("`/mulligan status` shows who has kept how many cards and who has still to decide."),
    ),
    mark("Turns"): (
        mark(
            "`/turn next` or **Pass turn** on the board, in a Grand Melee with your marker or `/turn next marker:2`; `/turn extra who:Ana`, `/turn skip who:Ben`"
        ),
        mark(
            "`/turn order` shows who is next and the seats; `/turn correct who:Ana` when the table lost count."
        ),
    ),
    mark("Clocks"): (
        mark(
            "The board says since when a turn runs. `/clock show` says who has taken how long, and so does the end of the game."
        ),
        mark(
            "`/clock round minutes:50 turns:5` starts the round's clock: the table is told five minutes and one minute before the end, and at the end that the turn is finished and five more are played."
        ),
        mark(
            "`/clock round minutes:50 match:True` is for several games of the same people, as in a best of three: the next game begins with what is left."
        ),
        mark(
            "`/clock turn minutes:3` gives every turn three minutes and tells whose time is up; `/clock turn minutes:3 autopass:True` passes the turn then."
        ),
        mark(
            "`/clock pause` stops the time for everything, `/clock resume` lets it go on; `/clock stop what:round` or `/clock stop` puts clocks away."
        ),
        mark(
            "`/clock extend minutes:3 reason:deck check` is for judges; `/clock extend minutes:1 what:turn` is for the turn that runs."
        ),
        mark(
            "`/settings` can start clocks with every game of a channel. `/log kind:clock` shows what was done to them."
        ),
    ),
    mark("Monarch, dungeons and more"): (
        mark("`/designate monarch who:Ana`, `/designate initiative`, `/designate ring`, `/designate speed`"),
        mark(
            "`/designate daynight to:night`; `/designate spell` counts spells, by which day and night change with the turn."
        ),
        mark(
            "`/designate dungeon into:Undercity` enters, `/designate dungeon room:Forge` goes on where there are two ways."
        ),
        mark(
            "`/designate room` when the room's ability is done; `/designate blessing` for the city's blessing."
        ),
    ),
    mark("Seats, range and attacks"): (
        mark(
            "`/table seats` shows who sits where; `/table range` whom your spells can reach, `/table attack who:Ben` whom Ben may attack."
        ),
        mark(
            "`/table choice who:Ben` whom Ben may choose for your effect, `/table event players:Ben, Cy` whether your abilities trigger on it."
        ),
        mark(
            "`/game new variant:Free-for-All range:1 attack:left` plays with a limited range of influence and attacks to the left."
        ),
    ),
    mark("Several things at once"): (
        mark(
            "`/hold`, then enter everything that happens at the same time, then `/release`: who must lose loses together, and if that is everybody left it is a draw."
        ),
    ),
    mark("The end of a game"): (
        mark("Losses by life, poison, commander damage and empty libraries are noticed by themselves."),
        mark("`/concede`; `/lose reason:empty library who:Ben`; `/win` when an effect says so."),
        mark(
            "**Same again** on the board of a finished game opens a lobby with the same people, teams and options."
        ),
        mark(
            "`/draw reason:agreement`, `/draw reason:mandatory loop who:Ana, Ben`; `/game restart` for an effect that restarts, `/game subgame` in a thread for a subgame."
        ),
    ),
    mark("Mistakes"): (
        mark(
            "`/undo` or **Undo** on the board takes the last step back and says which; `/undo steps:3` three of them. Dead players come back, an ended game goes on. `/redo` does it again."
        ),
    ),
    mark("What has happened"): (
        mark("`/log` shows who entered what, when and why, undone steps too, page by page and to you alone."),
        mark(
            "`/log who:Ben kind:damage` shows only what concerns Ben and is damage; `/log file:True` is all of it as a text file."
        ),
        mark(
            "`/chart` shows everybody a picture of all life totals over the game. It comes by itself when a game has ended."
        ),
        mark(
            "`/log game:12` and `/chart game:12` are about an earlier game of this channel; its number stands on its board."
        ),
    ),
    mark("Leagues"): (
        mark(
            "`/league create` begins a league: a name, a way to count, and the channels whose games count by themselves. `/league edit` changes everything, `/league archive league:Friday` ends it."
        ),
        mark(
            "`/league report players:@Ana, @Ben = @Cy, Grandma` reports a game without a table, best first; `=` stands between those who share a place, `+` between teammates, commanders in brackets."
        ),
        mark(
            "`/league report players:@Ana, @Ben games:2-1 when:yesterday` is a match; `draw:time` says why nobody won."
        ),
        mark("The others confirm with **Confirm**, or **Dispute**: then a thread opens, and a judge rules."),
        mark(
            "`/league result show result:12`, `/league result confirm result:12`, `/league result dispute result:12 reason:Ben won`; a reporter mends with `/league result edit result:12 reason:slip players:@Ben, @Ana`."
        ),
        mark(
            "Judges: `/league result rule result:12 verdict:accept reason:seen`, `/league result void result:12 reason:twice`, `/league result restore result:12 reason:once`."
        ),
        mark(
            "`/league claim guest:Grandma` says that a guest was you; judges take it back with `/league release guest:Grandma reason:error`."
        ),
    ),
    mark("Standings and seasons"): (
        mark(
            "`/league rules` says what counts; `/league standings`, `/league standings by:rating`, `/league player who:Ben`, `/league head-to-head who:Ben`, `/league games who:Ben`, `/stats` for yourself."
        ),
        mark(
            "`/league commanders`, `/league seats` with how sure the shares are, `/league records`, `/league chart kind:rating who:Ana, Ben` as a picture."
        ),
        mark(
            "`/league audit result:12` says who did what to a result, when and why; `/league audit suspicious:True` shows judges who met too often."
        ),
        mark(
            "`/league season open name:Autumn` begins a season, `/league season close` freezes and announces its table, `/league season reopen reason:error` puts it right."
        ),
        mark("`/league board` keeps the standings current in a message of the channel."),
        mark(
            "`/league export format:JSON` is everything as a file, `/league export format:CSV` the results; `/league import` brings either back, also on another server."
        ),
    ),
    mark("Dice, coins and lots"): (
        mark(
            "`/roll dice:2d6+1`, `/roll dice:4d6kh3` keeps the highest three (`kl` the lowest; `dh`, `dl` leave some out), `/roll` is a d20."
        ),
        mark(
            "`/coin`, `/coin times:3`; `/first` draws who goes first, also in the lobby or with `/first players:Ana, Ben, Cy`."
        ),
        mark("`/random` draws one of your opponents, `/random players:Ana, Ben` one of those you name."),
        mark("Everybody sees what is drawn, and in a game the log keeps it."),
    ),
    mark("Settings"): (
        mark(
            "`/settings` shows how this server, this channel and you yourself play, whose choice each thing is, and changes it."
        ),
        mark(
            "This channel's choice counts before your own, yours before the server's; calls to your turn are yours first of all."
        ),
        mark(
            "A thread has what its channel has. What is chosen for new games counts where `/game new` leaves it out."
        ),
        mark(
            "**Who enters what** – *anyone at the table*; or *everybody for themselves*: damage is entered by whoever is dealt it, a turn is ended by whoever takes it, teammates with one life total enter for each other, anyone enters for guests, and day and night, holds and agreed draws too; or *judges only*."
        ),
        mark("**Who undoes what** – *anyone*, *everybody their own last steps*, or *judges only*."),
        mark(
            "Judges are those with the judge role. They and the moderators may do everything; everybody may concede and roll dice."
        ),
    ),
    mark("Your data"): (
        mark("`/privacy statement` says what is stored about you, why, how long and who sees it."),
        mark(
            "`/privacy export` sends you all of it as a file; `/privacy delete` takes your name out of every game and league."
        ),
    ),
    mark("Help"): (
        mark(
            "`/help` is the first page, `/help topic:Commander` another one; `/help topic:poison` finds the page that tells of a word or command."
        ),
        mark("`/rule query:poison` tells what a rule says."),
    ),
}
"""The lines of each page by its title, the first one first."""


def page(title: str) -> str:
    """A page as it is shown, with the way to the others."""
    head, lines = tr(title), [tr(line) for line in PAGES[title]]
    others = ", ".join(tr(other) for other in PAGES if other != title)
    more = tr("More with `/help topic:` {topics}", topics=others)
    return "\n".join((f"## {head}", *lines, f"-# {more}"))


def found(typed: str) -> str:
    """The title of the page that somebody means by a title, a command or a word; raises Refusal.

    A page that is called so comes first, then one with that command, then one that tells of it.
    """
    wanted = typed.strip().lstrip("/").casefold()
    pages = {
        title: "\n".join((title, tr(title), *map(tr, lines))).casefold() for title, lines in PAGES.items()
    }
    titles = {name.casefold(): title for title in PAGES for name in (title, tr(title))}
    if wanted in titles:
        return titles[wanted]
    ranks = (rf"`/{re.escape(wanted)}\b", rf"\b{re.escape(wanted)}\b", re.escape(wanted))
    for rank in ranks if wanted else ():
        for title, text in pages.items():
            if re.search(rank, text):
                return title
    near = nearest(wanted, (*map(tr, PAGES), *PAGES)) or nearest(wanted, _words(pages.values()))
    raise Refusal("no_such_topic", topic=typed, hint=near or "")


def _words(texts: Iterable[str]) -> list[str]:
    return sorted({word for text in texts for word in re.findall(r"\w{4,}", text)})
