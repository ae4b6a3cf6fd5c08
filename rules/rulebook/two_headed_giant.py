"""Two-Headed Giant and its larger kin (810; 606 in 2006)."""

from rules.rulebook.entry import entries

TWO_HEADED_GIANT = entries(
    """
810 Two-Headed Giant
Two teams of two. Teammates sit together, take their turns together and share life and poison: a team starts
with 30 life and loses at fifteen poison counters. It wins, loses and leaves the game as one.
Words: 2hg teams. See: 810.4 810.8a 810.9 810.10 805.4. Was 2006: 606 606.1.

810.1 Teams in Two-Headed Giant
Two teams of two.
Words: 2hg. See: 810.11. Was 2006: 606.1.

810.2 Options in Two-Headed Giant
Teams take their turns together and use no other options: no limited range, no attack left or right, no
deploying.
Words: 2hg. See: 805.1. Was 2006: 606.2.

810.3 Seats in Two-Headed Giant
Teammates sit together and decide who sits where. The player on the right is the primary player.
Words: 2hg order. See: 805.2. Was 2006: 606.3.

810.4 A team's life total
Teammates share one life total, which starts at 30.
Then 2006: Teammates share one life total, which starts at 40.
Words: 2hg shared starting. See: 119.1a 810.11. Was 2006: 606.4 606.4a.

810.5 What a team shares
Life and poison counters. Everything else, including energy and designations, belongs to each player. You may
show each other your hands.
Then 2006: Life only. Each player has their own poison counters, and ten of them lose the game.
Words: 2hg resources. See: 810.9 810.10. Was 2006: 606.5.

810.6 The starting team skips its first draw
No one on the team that goes first draws in its first draw step.
Then 2006: In the starting team's first draw step, only the secondary player, on the left, draws.
Words: 2hg skip first. See: 103.8b. Was 2006: 606.6b.

810.8a Teams win and lose as one
If one player wins or loses, so does the team. If one player can't win or can't lose, neither can the team.
Words: 2hg platinum angel heads. See: 704.6a 704.6b 104.2c.

810.8b Conceding for the team
If one player concedes, the whole team leaves at once and loses.
Words: 2hg give up scoop. See: 104.3a.

810.8c A team with 0 life
The team loses the next time state-based actions are checked.
Words: 2hg zero dead. See: 704.6a. Was 2006: 606.8a.

810.8d A team with fifteen poison counters
The team loses the next time state-based actions are checked.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg infect toxic. See: 704.6b 810.11.

810.9 Individual life changes, shared total
Damage, life gain and life loss happen to each player, and the result changes the team's total. So 4 damage to
each player costs each team 8 life.
Words: 2hg shared each player. See: 810.9a. Was 2006: 606.9.

810.9a How much life a teammate has
As much as the whole team, for any cost or effect that asks: doubling one player's life doubles the team's.
Then 2006: Half of the team's total, rounded up: on a team with 17 life, you have 9, and “50 or more life”
takes a team total of 99.
Words: 2hg half value. See: 810.9c. Was 2006: 606.9a.

810.9b Teammates paying life together
For one cost or effect, they can't pay more than the team has.
Words: 2hg cost. See: 119.4a.

810.9c Setting one player's life total in a team
You gain or lose the difference between the team's total and the new number, which becomes the team's total:
going from 25 to 10 is a loss of 15.
Then 2006: You gain or lose the difference from half of the team's total, rounded up: with the team at 25 you
have 13, so becoming 20 gains you 7, and the team has 32.
Words: 2hg set. See: 119.5 810.9a.

810.9d Setting each player's life total in a team
The team chooses one member it applies to. Nothing happens to the others.
Then 2006: The team's total becomes the sum of its members' numbers.
Words: 2hg set each player. See: 810.9c.

810.9e No exchange between teammates
Teammates can't exchange life totals with each other: they share one.
Words: 2hg swap. See: 701.12c.

810.9f Redistributing life among teams
At most one member of each team can take part when life totals are redistributed.
Words: 2hg redistribute. See: 119.7.

810.9g A teammate who can't gain life
No one else on the team can either.
Words: 2hg forbidden. See: 119.7.

810.9h A teammate who can't lose life
No one else on the team can either, and none of you can pay any life except 0.
Words: 2hg pay forbidden. See: 119.8.

810.10 Individual poison, shared counters
Each player gets poison counters individually, and the team shares them all.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg infect toxic shared. See: 704.6b 810.10a 810.10c.

810.10a How many poison counters a teammate has
As many as the whole team, for anything that asks.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg. See: 810.10.

810.10b Removing a teammate's poison counters
The whole team loses them.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg remove.

810.10c A teammate who can't get poison counters
No one else on the team can either.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg forbidden.

810.10d Which kinds of counters a teammate has
Your own and the team's: if the team is poisoned, so is each player on it.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg proliferate. See: 701.34.

810.11 Three-Headed Giant and larger teams
For each player beyond the second, a team has 15 more life and needs five more poison counters to lose: 45
life and twenty counters for three.
Then 2006: A team starts with 20 life for each of its players: 60 for three.
Words: 3hg headed giant. See: 810.4 704.6b. Was 2006: 606.10.
"""
)
