"""The pages of /help by task, with an example of every command."""

import re
from collections.abc import Mapping, Sequence

from cogs.text.formatting import comma_separated
from cogs.text.language import mark, naming_commands, tr
from cogs.text.matching import nearest
from rules.refusal import Refusal

PAGES: Mapping[str, Sequence[str]] = {
    mark("Start a game"): (
        "`/game new variant:Commander` opens a lobby in this channel. Players press **Join**, then "
        "someone presses **Start**.",
        "`/game join team:Red` and `/game leave` work like the buttons. `/game leave who:Grandma` "
        "removes another player.",
        "`/game new players:@Ben @Cy @Dee` starts the game right away, and works with teams too: "
        "`players:@Ana @Ben vs @Cy @Dee`. Add `start:False` to keep the lobby open.",
        "**Seat my voice channel** seats everyone in your voice channel.",
        "**Ready** marks you as ready. **Ready check** asks everyone, and pings only players who "
        "have turn pings on.",
        "`/game add players:@Ben, Grandma` seats other players. Grandma is a guest without a "
        "Discord account.",
        "A name matches a server member if only one has it; otherwise you're asked. **Add players…** "
        "keeps names as guests.",
        "You're at the table as a guest? Press any button, then **That's me**. `/game hand-over "
        "to:@Dee who:Ben` gives a seat to another member.",
        "**Add players…** in the lobby does the same, with a list of server members.",
        "`/game join` asks to join a game that has started. You start with the same life and hand as "
        "everyone else, last in turn order.",
        "`/game seats order:Ana, Ben, Cy` sets the seats. `/game seats order:random` randomizes "
        "them at the start.",
        "`/game start first:Ana` starts with Ana. `/game start` picks who goes first by the format's rules.",
        "`/game board` reposts the board at the end of the chat. `/game end` ends the game without a result.",
        "`/game link url:https://…` puts the webcam link on the board.",
    ),
    mark("Formats and options"): (
        "**Options…** in the lobby, or `/game options`, opens a panel for format, rules edition, "
        "life, range, seats and more.",
        "`/game options life:30 range:2` changes the lobby's options. `/game options "
        "variant:Emperor` switches to another format.",
        "`/game new variant:Team vs. Team commander:True` adds Commander rules: 40 life, and 21 "
        "combat damage from one commander is a loss.",
        "`/game new best_of:3` plays a match. Lobby and board show the score; **Next game** continues it.",
        "`/game role role:emperor who:Ben` makes Ben the team's emperor. `/game role "
        "role:archenemy` makes you the archenemy.",
        "`/game new variant:Treachery` deals secret roles: `/game role` shows yours to you alone, and "
        "`/game reveal` to everyone.",
        "`/game vanguard life:-3 hand:2` sets your vanguard card's modifiers. `/game range seats:1 "
        "who:Ben` limits only Ben's range.",
        "`/rule query:emperor` summarizes a rule. `/rule query:809.5b` finds it by its number in "
        "the edition you play.",
    ),
    mark("Life and damage"): (
        "**−5 −1 +1 +5** on the board change your own life.",
        "`/x text:ben -3, me +4` enters several changes in one line.",
        "`/life lose amount:3 who:Ben`, `/life gain amount:2`, `/life set to:10 who:each player`",
        "`/life lose amount:2 who:Ben, Cy 5` makes Ben lose 2 and Cy 5 in one event. Amounts after "
        "names also work in `/damage`, `/life gain`, `/life pay` and `/life drain`.",
        "`/life drain amount:2` makes each opponent lose 2 life, and you gain what was lost in all. With "
        "`gain:2` you gain 2, however much was lost.",
        "`/life pay amount:2` pays life if the rules let you; `/life halve rounded:up`, `/life double`",
        "`/life exchange a:Ana b:Ben`, `/life redistribute totals:Ana 12, Ben 3`, `/life each totals:Ana 7, Ben 3`",
        "`/library count cards:34`, then `/library draw cards:3` to keep count of a player's library.",
        "`/library draw cards:7 who:each player` draws for everyone in one event.",
        "`/damage amount:4 who:each opponent lifelink:True` – also `infect`, `toxic`, `combat`",
        "`who` takes names, teams, mentions, “each player”, “each opponent” or “my team”. Put "
        "commas between several.",
        "It also takes “player to my left”, “active player”, “next player in turn order” and “a random "
        "opponent”, picked by the bot.",
    ),
    mark("Commander"): (
        "**Bracket…** in the lobby says what your deck is like: its bracket, when it expects to win, Game "
        "Changers, infinite combos, mass land destruction, proxies.",
        "`/commander set name:Tana partner:Tymna` sets your commander, or two partners.",
        "`/damage amount:7 who:Ben commander:Tana` makes Ben lose 7 life and counts toward Tana's 21.",
        "`/commander damage` shows all commander damage; `/commander damage amount:14 who:Ben "
        "commander:Tana` corrects it. `/commander cast` raises the commander tax.",
    ),
    mark("Counters and effects"): (
        "`/card name:Exsanguinate x:3` enters what a card does to players by its name, for about a hundred cards.",
        "A form asks for anything missing. Cards that choose players show a preview first.",
        "`/poison who:Ben amount:2`, `/counter add kind:energy`, `/counter remove kind:energy amount:3 cost:True`",
        "`/counter proliferate who:Ana, Ben`, `/counter double kind:poison who:Ben`",
        "`/counter rad nonlands:2` after rad counters mill two nonland cards.",
        "`/tally add name:storm` counts what isn't a counter, here until end of turn. Also: `/tally add "
        "name:Approach of the Second Sun who:Ben`, `/tally remove name:storm`, `/tally list`",
        "`/tally remind text:pay for Pact of Negation` posts that at your next upkeep. Also: `when:next turn "
        "turn-of:Ben`, `when:end of turn`",
        "`/effect add effect:can't lose the game who:Ana` adds an effect, which Arbiter then "
        "applies automatically.",
        "`/effect list` shows what is in force. One press there ends all that a card did, or gives it to "
        "another player. Also: `/effect gone card:Platinum Angel`, `/effect control card:Platinum Angel "
        "to:Ben`, `/effect remove effect:can't lose the game who:Ana`",
        "`/effect add effect:all damage is prevented damage:combat damage lasts:until end of turn` "
        "prevents combat damage for a turn.",
    ),
    mark("Opening hands"): (
        "`/mulligan take` and `/mulligan keep`, with `who` for a guest, or **More…** on the board. The first "
        "mulligan is free with more than two players.",
        "`/mulligan status` shows how many cards each player kept and who still has to decide.",
    ),
    mark("Turns"): (
        "`/turn next` or **Pass turn** on the board ends the turn. In Grand Melee it passes your "
        "turn marker, or the one in `/turn next marker:2`. Also: `/turn extra who:Ana`, `/turn skip"
        " who:Ben`",
        "`/turn skip phase:draw step`, `/turn extra phase:combat phase`, `/turn control who:Ben`",
        "`/turn order` shows the turn order and seats. `/turn correct who:Ana` corrects whose turn it is.",
        "`/turn reverse` is for an effect that reverses the turn order.",
    ),
    mark("Timers"): (
        "The board shows when the turn began. `/clock show` shows each player's time used, which is"
        " also posted when the game ends.",
        "`/clock round minutes:50 turns:5` starts the round timer, with warnings at 5 minutes and 1"
        " minute. When time is up, the current turn is finished and five more are played.",
        "`/clock round minutes:50 match:True` is for several games between the same players, such "
        "as a best of three. The next game continues with the time left.",
        "`/clock turn minutes:3` gives each turn three minutes and announces when time is up. "
        "`/clock turn minutes:3 autopass:True` also passes the turn.",
        "`/clock pause` pauses all timers, and `/clock resume` resumes them. `/clock stop "
        "what:round` stops the round timer, and `/clock stop` stops all timers.",
        "Judges can add time to the round with `/clock extend minutes:3 reason:deck check`, or to "
        "the current turn with `/clock extend minutes:1 what:turn`.",
        "`/settings` can start timers with every game in a channel. `/log kind:clock` shows all "
        "timer changes.",
    ),
    mark("Monarch, dungeons and more"): (
        "`/monarch who:Ana` and `/initiative`, also as `/designate monarch` and `/designate initiative`; "
        "`/designate ring`, `/designate speed`",
        "`/designate daynight to:night` makes it night. `/designate spell` counts spells, so that "
        "day and night change with the turn.",
        "`/designate dungeon into:Undercity` enters a dungeon. `/designate dungeon room:Forge` "
        "picks a room where the path splits.",
        "`/designate room` marks a room's ability as resolved. `/designate blessing` is for the "
        "city's blessing.",
        "`/designate remove designation:monarch` removes any of them; `/designate remove "
        "designation:speed levels:1` lowers a player's speed.",
    ),
    mark("Seats, range and attacks"): (
        "`/table seats` shows who sits where, `/table range` which players your spells can reach, "
        "and `/table attack who:Ben` which players Ben can attack.",
        "`/table choice who:Ben` shows which players Ben can choose for your effect, and `/table "
        "event players:Ben, Cy` whether your abilities trigger on an event involving them.",
        "`/game new variant:Free-for-All range:1 attack:left` limits the range of influence to one "
        "seat and attacks to the left.",
    ),
    mark("Simultaneous events"): (
        "Use `/hold`, enter everything that happens at the same time, then `/release`. Players who "
        "lose do so together, and if that's everyone left, the game is a draw.",
    ),
    mark("Ending a game"): (
        "Losses from life, poison, commander damage and empty libraries are detected automatically.",
        "`/concede`; `/lose reason:empty library who:Ben`; `/win` when an effect wins the game.",
        "**At the same time…** below a loss adds, for 30 seconds, what happened in the same event. If you pressed "
        "too late, the reply offers it. All of it is judged again: if everyone lost at once, the game is a draw.",
        "**Rematch** on the board of a finished game opens a lobby with the same players, teams and options.",
        "`/draw reason:agreement`, `/draw reason:mandatory loop who:Ana, Ben`; `/game restart` when"
        " an effect restarts the game, `/game subgame` in a thread for a subgame.",
        "A draw by agreement needs every player in the same turn: one enters `/draw`, the others press **Agree "
        "to a draw** below it. A judge's penalty needs a judge. `/settings` can leave both to any player.",
    ),
    mark("Fixing mistakes"): (
        "`/undo` or **Undo** on the board reverses the last step and shows what it was; `/undo "
        "steps:3` reverses three. Players who lost come back, and an ended game continues. `/redo` "
        "redoes an undone step.",
        "The reply to **Undo**, which only you see, has **Redo** and the steps before. **Fix…** beside one of "
        "them takes that one back instead.",
        "`/fix` takes back or changes an earlier step, or adds one that was forgotten. You see what would "
        "change before it happens, and the steps after it stay.",
    ),
    mark("Log and life chart"): (
        "`/log` shows who entered what, when and why, including undone steps. Only you can see it.",
        "`/log who:Ben kind:damage` shows only damage involving Ben. `/log file:True` gives you the"
        " full log as a text file.",
        "`/chart` shows everyone a life chart of the game. It's also posted automatically when a game ends.",
        "`/log game:12` and `/chart game:12` show an earlier game in this channel. The number is on"
        " that game's board.",
        "`/game page` gives you a link that shows the game live in a browser: on a phone beside the "
        "webcam, a tablet or a projector. `channel:True` makes one for every game in the channel. "
        "`/game links` revokes links.",
        "`/game remote` gives you a private link to your seat: your phone becomes your life counter, with "
        "large buttons. It can fix steps, and follows you to the next game.",
        "`/game page for:stream` gives you a link for OBS that shows totals, the last event, timers or "
        "the result on your stream, for every game in this channel.",
        "`/game page game:12` opens an earlier game's page. **Replay step by step** at the bottom "
        "replays it with a slider.",
    ),
    mark("Leagues"): (
        "`/league create` starts a league: a name, a scoring system, and the channels whose games "
        "count automatically. `/league edit` changes any of it, and `/league archive league:Friday`"
        " archives the league.",
        "`/league report players:@Ana, @Ben = @Cy, new Grandma` reports a game played elsewhere, best "
        "first. Put `=` between players who share a place, `+` between teammates, and commanders in"
        " brackets.",
        "`/league report players:@Ana, @Ben games:2-1 when:yesterday` reports a match. `draw:time` "
        "says why no one won.",
        "The other players press **Confirm** or **Dispute**. A dispute opens a thread, where a judge rules.",
        "**Vote…** after a game gives achievements to other players, if the league has votes. Judges choose "
        "them with `/league edit`.",
        "`/league result show result:12`, `/league result confirm result:12`, `/league result "
        "dispute result:12 reason:Ben won`. The reporter can correct it with `/league result edit "
        "result:12 reason:slip players:@Ben, @Ana`.",
        "Judges: `/league result rule result:12 verdict:accept reason:seen`, `/league result void result:12 reason:twice`, `/league result restore result:12 reason:once`.",
        "`/league claim guest:Grandma` says that a guest was you. Judges can reverse it with "
        "`/league release guest:Grandma reason:error`.",
    ),
    mark("Events"): (
        "`/event create name:Friday night` opens sign-up for an event in this channel. Players press "
        "**Join** or **Drop**. With `limit:16`, others go on a waiting list and move up.",
        "`/event add players:@Ben, new Grandma` signs up others and `/event drop who:Grandma` drops them; "
        "`/event drop` alone drops you.",
        "`/event check-in` asks everyone to press **I'm here**. `/event check-in do:close` drops no-"
        "shows, and the waiting list moves up.",
        "`/event round minutes:60` pairs the next round and opens a thread with a game for each table. "
        "Results are recorded automatically; `/event result table:2 winner:Ben` enters or corrects one.",
        "`/event pair` pairs the current round again, and `/event move who:Ben swap:Cy` moves players between "
        "its tables.",
        "Missing players are pinged after five minutes. `/event no-show who:Ben` records a no-show and "
        "leaves the seat empty; **Substitute…** in **Organize…** gives it to a player who is waiting.",
        "`/event time minutes:5` gives all tables more time, and `/event time do:take back` takes it back. "
        "`/event fixed-table who:Ben table:1` seats a player at the same table in every round.",
        "`/event standings` shows the standings. `/event cut players:4` begins the top cut, which "
        "`/event round` pairs too.",
        "`/event picture kind:pairings` shows the pairings with the time left, or the standings, as a picture.",
        "**Open page** shows the event live in a browser, if the channel's league has a public page.",
        "`/event export` gives you the pairings and results as CSV, and `/event import` signs up a file "
        "of names or begins a round with the pairings in a file.",
        "`/event show` shows the event in a new message, and `/event close` ends it and names the winner.",
    ),
    mark("Formats and start of events"): (
        "`/event create name:Friday variant:Brawl` and `/event queue` play any format that fits their "
        "tables. With `play:duels best_of:3`, the match counts: **Next game** continues it; when time "
        "runs out, the leader wins.",
        "`/event result table:2 winner:Ben games:2-1` enters a match with its games, which break ties.",
        "`/event create name:Friday scheduled:Saturday 7pm` also creates a Discord event. `/event schedule "
        "start:2026-11-29 19:00` moves it, and `/event schedule` alone cancels it.",
        "`/event create name:Friday decklists:True` asks for decklists. Register yours with **My decklist…** or "
        "`/decklist submit decklist:https://example.com/deck`; once round 1 is paired, `/decklist "
        "show` shows everyone's.",
        "With `private:True`, tables are private threads of their players and the judges. With `voice:True`, "
        "each table has a voice channel while its round is played.",
        "`/event create name:Friday play:duels pairing:round robin` pairs everyone with everyone, and "
        "`pairing:double elimination` plays a bracket.",
        "`/series repeat start:Friday 7pm` opens sign-up for an event like the last one each week, and "
        "`/series template name:Duels` keeps its settings for `/event create name:Friday "
        "template:Duels`.",
    ),
    mark("Team events"): (
        "`/event create name:Friday team_size:2` is for fixed teams: two of them play at each table, by default "
        "Two-Headed Giant. `team_size:3 variant:Emperor` plays other team formats.",
        "`/event team name:Red players:@Ana, @Ben` signs up your team. Any member checks it in or drops it, and "
        "pairings, results and standings count teams.",
    ),
    mark("Queues"): (
        "`/event queue name:Friday` opens a queue in this channel: press **Join queue**, and a table opens in a "
        "thread whenever four players wait. `play:duels` seats two, and `minutes:90` limits a game.",
        "Queues prefer opponents you've met least, then similar ratings. After your game, or once "
        "you've lost, **Back to the queue** finds you the next table.",
        "In Commander, the list below the buttons is for players who want some brackets only.",
        "After 30 minutes of waiting (`patience:`), the bot asks whether you're still there.",
        "`/event avoid who:@Ben` keeps queues from seating you with Ben; `do:stop` allows it again. "
        "Only you can see your list.",
        "As soon as you're seated, you leave the other queues of the server.",
        "Judges: `/event add players:@Ben, new Grandma`, `/event drop who:Grandma` and `/event close`. "
        "**Substitute…** at a table gives an absent player's seat to someone from the queue.",
    ),
    mark("Rounds with a deadline"): (
        "`/event round days:7` pairs a round that players play when they like, without a timer. Each "
        "table's thread shows the deadline.",
        "**When I can…** or `/event available when:Sundays` tells the others at your table when you can play.",
        "Players are reminded a day before the deadline. A judge then decides unplayed tables with "
        "`/event result table:2 winner:Ben`, or extends the deadline with `/event deadline days:3`.",
    ),
    mark("Standings and seasons"): (
        "`/league rules` shows what counts. Also: `/league standings`, `/league standings "
        "by:rating`, `/league player who:Ben`, `/league head-to-head who:Ben`, `/league games "
        "who:Ben`, and `/stats` for yourself.",
        "`/league commanders`, `/league commanders by:brackets` and `/league seats` (with mulligans) show win "
        "rates with their margin of error. Also: "
        "`/league records`, and `/league chart kind:rating who:Ana, Ben` for a chart.",
        "`/league audit result:12` shows who changed a result, when and why. `/league audit "
        "suspicious:True` shows judges suspiciously frequent matchups.",
        "`/league inbox` shows judges everything that needs them, with buttons.",
        "`/league adjust` gives points or a penalty, `/league team` makes teams, ranked by `/league standings "
        "by:teams`. `/league decklist submit`, `/league decklist lock` and `/league decklist show` keep decklists.",
        "`/league season open name:Autumn` opens a season, `/league season close` freezes and "
        "announces its standings, and `/league season reopen reason:error` reopens it for "
        "corrections.",
        "`/league board` posts a message in the channel that keeps the standings up to date.",
        "`/league-page` shows a league in a browser if a judge has turned that on. It shows your name "
        "only if you agree.",
        "`/league export format:JSON` exports everything, `/league export format:CSV` only the "
        "results. `/league import` imports either file, even in another server.",
    ),
    mark("Dice, coins and random picks"): (
        "`/roll dice:2d6+1`; `/roll dice:4d6kh3` keeps the highest three (`kl` keeps the lowest; "
        "`dh` and `dl` drop dice); `/roll` alone rolls a d20.",
        "`/roll dice:planar` rolls the planar die and says what rolling it again costs. `effect:True` is for a roll "
        "by an effect.",
        "`/coin`, `/coin times:3`; `/first` picks who goes first, in the lobby too or with `/first "
        "players:Ana, Ben, Cy`.",
        "`/random` picks one of your opponents, `/random players:Ana, Ben` one of the players you name.",
        "`/vote question:Tivit options:evidence, bribery` has players vote in turn order with buttons. "
        "`first:Ben extra:Ana, Cy 2` sets who starts and who has additional votes. `/vote` shows the "
        "vote again.",
        "Everyone sees the result, and during a game it's recorded in the log.",
    ),
    mark("Settings"): (
        "`/settings` shows and changes the settings of this server, this channel and yourself, and "
        "which of them applies.",
        "This channel's settings override your own, and yours override the server's. For turn "
        "pings, your own setting comes first.",
        "A thread uses its channel's settings. Settings for new games apply unless `/game new` says"
        " otherwise.",
        "**Who can edit** – *anyone in the game*; or *players only for themselves*: you enter the "
        "damage you're dealt and end your own turn, teammates who share a life total enter for each"
        " other, and anyone can enter for guests or record day and night and holds; "
        "or *judges only*.",
        "**Who can undo** – *anyone*, *players only their own last steps*, or *judges only*.",
        "Judges are members with the judge role. Judges and moderators can do everything, and "
        "everyone can concede and roll dice.",
    ),
    mark("Your data"): (
        "`/privacy statement` explains what is stored about you, why, for how long and who can see it.",
        "`/privacy export` sends you all of it as a file. `/privacy delete` removes your name from "
        "every game and league.",
    ),
    mark("Help"): (
        "`/help` shows the first page, `/help topic:Commander` another one. `/help topic:poison` "
        "finds the page for a word or command.",
        "`/rule query:poison` summarizes a rule.",
    ),
}
"""The lines of each page by its title, the first page first."""
FORMER_TITLES: Mapping[str, Sequence[str]] = {
    "Start a game": ("Everyone in my voice channel", "Ask who is ready", "webcam room"),
    "Formats and options": ("Variants and options",),
    "Timers": ("Clocks",),
    "Simultaneous events": ("Several things at once",),
    "Ending a game": ("The end of a game", "Same again"),
    "Fixing mistakes": ("dead",),
    "Log and life chart": ("What has happened", "picture"),
    "Dice, coins and random picks": ("Dice, coins and lots",),
    "Settings": ("Who enters what", "Who undoes what", "calls"),
}
"""Former English words of pages, by which people still search."""


def help_page(title: str) -> str:
    """Return a page's text, with the list of the others."""
    head, lines = tr(title), [tr(line) for line in PAGES[title]]
    others = comma_separated(tr(other) for other in PAGES if other != title)
    more = tr("More topics with `/help topic:` {topics}", topics=others)
    return "\n".join((f"## {head}", *lines, f"-# {more}"))


def found(typed: str) -> str:
    """Return the title of the page for a title, a command or a word; raises Refusal.

    A page with this title comes first, then one with that command, then one that mentions it.
    """
    wanted = typed.strip().lstrip("/").casefold()
    with naming_commands():
        pages = {
            title: "\n".join((title, tr(title), *FORMER_TITLES.get(title, ()), *map(tr, lines))).casefold()
            for title, lines in PAGES.items()
        }
    titles = {name.casefold(): title for title in PAGES for name in (title, tr(title))}
    if wanted in titles:
        return titles[wanted]
    ranks = (rf"`/{re.escape(wanted)}\b", rf"\b{re.escape(wanted)}\b", re.escape(wanted))
    for rank in ranks if wanted else ():
        for title, text in pages.items():
            if re.search(rank, text):
                return title
    words = sorted({word for text in pages.values() for word in re.findall(r"\w{4,}", text)})
    near = nearest(wanted, (*map(tr, PAGES), *PAGES)) or nearest(wanted, words)
    raise Refusal("no_such_topic", topic=typed, hint=near or "")
