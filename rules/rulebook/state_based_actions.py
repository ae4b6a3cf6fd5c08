"""What the game checks (704), and games that begin again, within another or in circles (727, 729, 732)."""

from rules.rulebook.entry import entries

STATE_BASED_ACTIONS = entries(
    """
121.4 Drawing from an empty library
You draw nothing, and the game remembers that you tried until state-based actions are checked.
Words: deck mill draw. See: 704.5b.

704.3 State-based actions
Whenever a player would get priority, all the losses that are due happen as one event. Then the game checks
again until there are none. `/hold` puts off the checks while you enter things that happen together.
Words: state based actions sba priority hold simultaneous. See: 704.5a 104.4a 704.4.

704.4 No checks during resolution
No one loses while a spell or ability resolves. If you're at 0 life along the way but above it at the end, you
stay in the game.
Words: state based actions resolving. See: 704.3. Was 2006: 420.4.

704.5a State-based action: 0 life
A player with 0 life or less loses. It's checked every time, so you lose as soon as nothing keeps you from
losing.
Words: zero dead state based action sba. See: 704.6a 704.7.

704.5b State-based action: drawing from an empty library
A player who tried to draw from an empty library since the last check loses. Each check resets this, even if
the player couldn't lose at the time.
Words: deck mill draw state based action sba. See: 121.4.

704.5c State-based action: ten poison counters
A player with ten or more poison counters loses. In Two-Headed Giant, the team's total counts instead.
Words: infect toxic state based action sba. See: 704.6b 904.13c.

704.6a State-based action: a team's life
A team with a shared life total loses at 0 life or less.
Words: 2hg zero dead state based action sba. See: 810.8a 704.5a.

704.6b State-based action: a team's poison
A team of two with shared poison loses at fifteen poison counters. Each further player raises that by five.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg infect toxic fifteen state based action sba. See: 810.8d 810.10 810.11.

704.6c State-based action: commander damage
21 combat damage from the same commander over the game makes a player lose, except in Brawl.
Words: 21 state based action sba. See: 903.10a 903.12h.

704.7 One replacement covers every reason to lose
If you'd lose for several reasons at once, one effect that replaces losing saves you from all of them and is
used up only once.
Words: lich's mirror replacement instead rescue. See: 704.3.

723.6 No one can concede for you
A player who controls you can't make you concede, and you can still concede while being controlled.
Words: mindslaver control. See: 104.3a.

727.1 What a restart does
No one wins, loses or draws the old game. Players still in it start a new one with fresh life totals, hands
and ranges, and without counters, commander damage or designations.
Words: karn anew restart. See: 727.1a 727.3 801.17.

727.1a Who goes first after a restart
The player who controlled the effect, or that player's team.
Words: karn first. See: 727.1.

727.3 A restart with too few cards
A player who can't draw seven cards loses the first time state-based actions are checked in the new game.
Words: karn library. See: 704.5b.

729.1 Subgames
A subgame is a separate game with nothing from the main game in it. The main game waits and then continues
where it was. Open a thread and start the subgame there with `/game subgame`.
Words: shahrazad subgame.

732.3 A loop kept going by choice
If a loop continues only because several players keep making optional choices, the active player has to choose
differently. If the active player isn't part of it, the first player in turn order who is has to.
Words: infinite fragmented. See: 104.4b.

732.4 Mandatory loops
The game is a draw. With a limited range of influence, it's a draw only for the players involved.
Words: infinite tie. See: 104.4b 104.4f 732.5 732.6.

732.5 You don't have to break a loop
You never have to use something outside the loop to end it.
Words: infinite seal. See: 732.4.

732.6 “Unless” in a loop
No one has to do what follows “unless” to end a loop. If no one does, the loop is mandatory.
Words: infinite. See: 732.4.
"""
)
