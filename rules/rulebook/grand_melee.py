"""Grand Melee and its turn markers (807; 608 in 2006)."""

from rules.rulebook.entry import entries

GRAND_MELEE = entries(
    """
807 Grand Melee
Free-for-All for ten or more players. Several take turns at the same time, shown by turn markers that move to
the left. Range of influence 1, attack left, 20 life.
Words: markers. See: 807.4 807.2. Was 2011: 807. Was 2006: 608 608.1 608.5.

807.2 Options in Grand Melee
Everyone has a range of influence of 1 and attacks to the left. You can't attack multiple players or deploy
creatures.
Words: range attack. Was 2011: 807.2. Was 2006: 608.2 608.2a 608.2b 608.2c.

807.3 Seats in Grand Melee
Seats are random.
Words: random order. Was 2011: 807.3. Was 2006: 608.3.

807.4 Turn markers
Each marker stands for one player's turn, and all of these turns are taken at the same time.
Words: grand melee. See: 807.4a 807.4b 807.4c. Was 2011: 807.4. Was 2006: 608.4.

807.4a How many turn markers
One for every full four players still in the game: four for sixteen, three for fifteen. With fewer than four
players, Arbiter keeps one.
Words: grand melee number. See: 807.4e. Was 2011: 807.4a. Was 2006: 608.4a.

807.4b Where turn markers start
The first one starts with the starting player, the others with every fourth player to the left. All of these
players begin their turns together.
Words: grand melee start. Was 2011: 807.4b. Was 2006: 608.4b.

807.4c Passing a turn marker
After your turn, the marker goes to the player on your left, who holds it from then on. If its holder leaves
the game, the next player to the left gets it: after the holder's turn, or at once if that turn hadn't begun.
Then 2006: After your turn the marker goes left, but no one receives a marker while another one is within
three seats to their left. Until then it lies between the seats and belongs to no one.
Words: grand melee next. See: 807.4d. Was 2011: 807.4c. Was 2006: 608.4c.

807.4d Waiting turn markers
You can't begin your turn while another marker is within three seats to your left. You begin as soon as that
one moves on.
Then 2006: You don't even receive a marker while another one is within three seats to your left.
Words: grand melee wait blocked. See: 807.4c. Was 2011: 807.4d. Was 2006: 608.4c.

807.4e A player leaving can remove a turn marker
If fewer markers are needed after a player leaves, the one to that player's right is marked for removal. If
several qualify, it's the one with the lowest number. The same marker can be marked more than once.
Then 2006: The marker to the leaving player's right is removed between turns. If several qualify, it's the one
with the lowest number.
Words: grand melee leave remove. See: 807.4f 807.4g. Was 2011: 807.4e. Was 2006: 608.4d.

807.4f Turn markers already marked for removal
They aren't counted when a player leaves and the game looks for markers that are no longer needed.
Words: grand melee leave remove. See: 807.4e. Was 2011: 807.4f. Was 2006: none.

807.4g When a turn marker is removed
After the turn being taken with it, or at once if no one is taking a turn with it. If it was marked for
removal more than once, the marker to its right takes on the remaining removals.
Then 2006: Only between turns: after the turn being taken with it, or at once if no one is taking a turn with
it.
Words: grand melee remove. See: 807.4e. Was 2011: 807.4g. Was 2006: 608.4d.

807.4h New adjacent players in Grand Melee
When a player leaves, the players on either side aren't within each other's range until the next turn begins,
no matter whose turn it is.
Words: range leave. See: 801.2c. Was 2011: 807.4h. Was 2006: 601.2c.

807.4i Your own extra turn in Grand Melee
You keep the marker and take the extra turn, unless another marker is too close. If it's within three seats to
your left, you wait. If it's within three seats to your right, your marker moves on and you take the extra
turn right before your next turn.
Then 2006: There's no rule about other markers: you keep yours and take the turn. An extra turn given while
you aren't taking one comes right before your next.
Words: time walk marker additional. See: 807.4j. Was 2011: 807.4i. Was 2006: 608.4e.

807.4j An extra turn without a turn marker
If you wouldn't have a marker for an extra turn, you take it right before your next turn.
Then 2006: An extra turn given while you aren't taking a turn comes right before your next one.
Words: time walk grand melee additional. See: 807.4i. Was 2011: 807.4j. Was 2006: 608.4e.
"""
)
