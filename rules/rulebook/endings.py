"""The end of a game (104), its checks (704), and restarts, subgames and loops (727, 729, 732)."""

from rules.formats.losses import LOSSES
from rules.rulebook.entry import entries, of_cited

_BEFORE_CHECKS = entries(
    """
104.1 When a game ends
The moment someone wins, it's a draw or the game restarts. Nothing after that happens.
Then 2006: The moment someone wins or it's a draw. Nothing after that happens.
Words: end. Was 2011: 104.1. Was 2006: 102.1.

104.2a The last player in the game wins
When all your opponents have left the game, you win at once, even if an effect says you can't win.
Then 2006: When all your opponents have lost the game, you win.
Words: last standing alone. See: 104.2c 104.5. Was 2011: 104.2a. Was 2006: 102.2a.

104.2b “You win the game” effects
You win and the game is over, unless something says you can't win. A limited range of influence changes this.
Then 2006: You win and the game is over, whatever the range of influence, unless something says you can't win.
Then 2011: You win only in a two-player game. In a larger game, all your opponents lose instead (104.3h), and
anyone who can't lose stays in.
Words: you win. See: 801.14 104.3f. Was 2011: 104.2b. Was 2006: 102.2b.

104.2c A team wins
When all other teams have left, the last team with a player still in the game wins. All of its members win,
including those who lost or left earlier.
Then 2006: When all other teams have lost, the team that still has a player in the game wins. All of its
members win, including those who lost earlier.
Words: dead teammates. See: 104.3g. Was 2011: 104.2c. Was 2006: 102.2c.

104.2d An emperor wins
The emperor's whole team wins.
Then 2006: There's no such rule: the normal rules for teams apply.
See: 809.5a 801.14. Was 2011: 104.2d. Was 2006: none.

104.3a Conceding
You may concede whenever you like, even while another player controls you. You leave at once and lose,
whatever effects say.
Words: give up scoop resign leave. See: 810.8b 723.6 800.4a. Was 2011: 104.3a. Was 2006: 102.3a.

104.3b Losing at 0 life
At 0 life or less, you lose the next time state-based actions are checked.
Then 2006: At 0 life or less, you lose the next time a player would get priority.
Words: zero dead. See: 704.5a. Was 2011: 104.3b. Was 2006: 102.3b.

104.3c Losing to an empty library
If you have to draw more cards than your library has, you draw what's there and lose the next time state-based
actions are checked.
Then 2006: If you have to draw more cards than your library has, you draw what's there and lose the next time
a player would get priority.
Words: deck mill draw. See: 704.5b. Was 2011: 104.3c. Was 2006: 102.3c.

104.3d Losing to poison
With ten poison counters, you lose the next time state-based actions are checked. Teams that share poison have
a higher limit.
Then 2006: With ten poison counters, you lose the next time a player would get priority, and so does your team
in Two-Headed Giant.
Words: infect toxic ten. See: 704.5c 704.6b. Was 2011: 104.3d. Was 2006: 102.3d.

104.3e “You lose the game” effects
You lose at once, unless something says you can't lose.
Words: lose the game. See: 101.2. Was 2011: 104.3e. Was 2006: 102.3.

104.3f Winning and losing at once
If you would win and lose at the same moment, you lose.
Words: both simultaneously. Was 2011: 104.3f. Was 2006: 102.3e.

104.3g A team loses
A team loses once all of its members have lost.
See: 104.2c 810.8a. Was 2011: 104.3g. Was 2006: 102.3f.

104.3h “You win” with limited range
With a limited range of influence, your opponents within range lose instead, which doesn't always end the
game.
Then 2006: There's no such rule: “you win” effects win the game, whatever the range (102.2b).
Then 2011: In any game with more than two players, all opponents of the player who would win lose instead.
Anyone who can't lose stays in, and the game continues.
Words: you win range. See: 801.14 104.2b. Was 2011: 104.3h. Was 2006: none.

104.3i An emperor loses
The emperor's whole team loses and leaves the game.
Then 2006: The emperor's whole team loses.
See: 809.5b. Was 2011: 104.3i. Was 2006: 607.5a.

104.3j Losing to commander damage
In Commander, you lose the next time state-based actions are checked if a single commander has dealt you 21 or
more combat damage over the game.
Words: 21. See: 903.10a 704.6c. Was 2011: 104.3j. Was 2006: none.

104.3k Losing to a judge's penalty
In a tournament, a judge can give a player a game loss. No effect prevents it.
Words: penalty tournament. Was 2011: 104.3k. Was 2006: none.

104.4a Everyone loses at once
If all remaining players would lose in the same event, the game is a draw for them. Players who lost earlier
have still lost.
Words: draw simultaneous tie everybody. See: 704.3 104.4d. Was 2011: 104.4a. Was 2006: 102.4a.

104.4b A loop no one can stop
If the game repeats the same mandatory actions with no way out, it's a draw. If the loop contains even one
optional action, it isn't: someone has to break the loop.
Words: infinite mandatory draw nobody. See: 732.3 732.4 104.4f. Was 2011: 104.4b. Was 2006: 102.4b.

104.4c “The game is a draw” effects
The game ends in a draw for all remaining players.
Words: tie. See: 104.4e. Was 2011: 104.4c. Was 2006: 102.4.

104.4d All teams lose at once
If all remaining teams would lose in the same event, the game is a draw.
Words: draw simultaneous tie. See: 104.4a 104.4g. Was 2011: 104.4d. Was 2006: 102.4c.

104.4e Draw effects with limited range
The game is a draw for the player who controls the effect and everyone within that player's range. They leave,
and the others play on.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: tie range. See: 801.15 104.4c. Was 2011: 104.4e. Was 2006: none.

104.4f Loops with limited range
The game is a draw for everyone who controls part of the loop and everyone within range of any of them. They
leave, and the others play on.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: infinite tie range. See: 801.16 104.4b. Was 2011: 104.4f. Was 2006: none.

104.4g A team draws the game
A team draws the game when all members still in it do. That members who lost earlier draw it too is Arbiter's
reading.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: tie. See: 104.4e 810.8a. Was 2011: 104.4g. Was 2006: none.

104.4h An emperor draws the game
The emperor's whole team draws the game.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: tie. See: 809.5c. Was 2011: 104.4h. Was 2006: none.

104.4i Agreeing to a draw
Players may agree that the game is a draw. All of them have to, before the turn ends. It's a tournament rule,
but you can do it in casual games too.
Words: tie intentional id agreement. Was 2011: 104.4i. Was 2006: none.

104.5 Leaving after a loss or a draw
If you lose, or draw the game while others play on, you leave the game along with everything you own.
Then 2006: If you lose, you leave the game along with everything you own. If you leave the game, you lose it.
Words: departure out. See: 800.4a. Was 2011: 104.5. Was 2006: 102.5.

104.6 Restarting the game
An effect can restart the game: the current game ends without a result, and the players still in it start a
new one.
Words: karn anew. See: 727.1. Was 2011: 104.6. Was 2006: none.

101.2 “Can't” wins
If one effect says something happens and another says it can't, it doesn't. So an effect can't make you lose
if you can't lose, but conceding and being the last player left aren't effects.
Words: cannot platinum angel forbidden. See: 104.2a 104.3a. Was 2011: 101.2. Was 2006: 103.2.

121.4 Drawing from an empty library
You draw nothing, and the game remembers that you tried until state-based actions are checked.
Then 2006: You draw nothing, and you lose the next time a player would get priority.
Words: deck mill draw. See: 704.5b. Was 2011: 120.4. Was 2006: 420.5g.

704.3 State-based actions
Whenever a player would get priority, all the losses that are due happen as one event. Then the game checks
again until there are none. `/hold` puts off the checks while you enter things that happen together.
Then 2006: They're called state-based effects. Whenever a player would get priority, all that apply happen as
one event. Then the game checks again until there are none. `/hold` puts off the checks while you enter things
that happen together.
Words: state based actions sba priority hold simultaneous. See: 704.5a 104.4a 704.4. Was 2011: 704.3. Was
2006: 420.3.

704.4 No checks during resolution
No one loses while a spell or ability resolves. If you're at 0 life along the way but above it at the end, you
stay in the game.
Words: state based actions resolving. See: 704.3. Was 2011: 704.4. Was 2006: 420.4.
"""
)
_AFTER_CHECKS = entries(
    """
704.7 One replacement covers every reason to lose
If you'd lose for several reasons at once, one effect that replaces losing saves you from all of them and is
used up only once.
Words: lich's mirror replacement instead rescue. See: 704.3. Was 2011: 704.6. Was 2006: none.

723.6 No one can concede for you
A player who controls you can't make you concede, and you can still concede while being controlled.
Words: mindslaver control. See: 104.3a. Was 2011: 712. Was 2006: 507.3b.

727.1 What a restart does
No one wins, loses or draws the old game. Players still in it start a new one with fresh life totals, hands
and ranges, and without counters, commander damage or designations.
Words: karn anew restart. See: 727.1a 727.3 801.17. Was 2011: 714.1. Was 2006: none.

727.1a Who goes first after a restart
The player who controlled the effect, or that player's team.
Words: karn first. See: 727.1. Was 2011: 714.1a. Was 2006: none.

727.3 A restart with too few cards
A player who can't draw seven cards loses the first time state-based actions are checked in the new game.
Words: karn library. See: 704.5b. Was 2011: 714.3. Was 2006: none.

729.1 Subgames
A subgame is a separate game with nothing from the main game in it. The main game waits and then continues
where it was. Open a thread and start the subgame there with `/game subgame`.
Words: shahrazad subgame. Was 2011: 715.1. Was 2006: 506.1.

732.3 A loop kept going by choice
If a loop continues only because several players keep making optional choices, the active player has to choose
differently. If the active player isn't part of it, the first player in turn order who is has to.
Then 2006: The players who keep it going settle how many more times it happens. Then it ends.
Words: infinite fragmented. See: 104.4b. Was 2011: 716.3. Was 2006: 421.3 421.2 421.5.

732.4 Mandatory loops
The game is a draw. With a limited range of influence, it's a draw only for the players involved.
Then 2006: The game is a draw for everyone, whatever the range of influence.
Words: infinite tie. See: 104.4b 104.4f 732.5 732.6. Was 2011: 716.4. Was 2006: 421.4 102.4b.

732.5 You don't have to break a loop
You never have to use something outside the loop to end it.
Words: infinite seal. See: 732.4. Was 2011: 716.5. Was 2006: none.

732.6 “Unless” in a loop
No one has to do what follows “unless” to end a loop. If no one does, the loop is mandatory.
Words: infinite. See: 732.4. Was 2011: 716.6. Was 2006: none.
"""
)
CHECKS = tuple(
    of_cited(cited)
    for loss in LOSSES.values()
    for cited in (loss.rule, loss.of_team)
    if cited is not None and cited.title
)
"""The findings of a check, by rule number."""
ENDING_ENTRIES = (*_BEFORE_CHECKS, *sorted(CHECKS, key=lambda entry: entry.number), *_AFTER_CHECKS)
