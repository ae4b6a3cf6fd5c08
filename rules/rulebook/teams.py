"""Teams: turns together (805), Team vs. Team (808), Emperor (809), Alternating Teams (811), Two-Headed Giant
(810; 606 in 2006)."""

from rules.rulebook.entry import entries

TEAM_ENTRIES = entries(
    """
805.1 Shared team turns
In Two-Headed Giant and Archenemy, each team takes its turns together. Teammates sit side by side.
Then 2006: In Two-Headed Giant, each team takes its turns together. Teammates sit side by side.
Words: shared team turns option. See: 805.4 810 904. Was 2011: 805.1. Was 2006: 606.3 606.4b.

805.2 The primary player
The player seated furthest right decides whatever the team can't agree on.
Then 2006: The primary player sits on the right and decides when both players want to act. The secondary
player sits on the left.
Words: 2hg secondary disagree. Was 2011: 805.2. Was 2006: 606.3 606.6e.

805.3a Mulligans with shared team turns
Members of the starting team declare in any order, then the other teams. Then all mulligans are taken
together. Teammates may talk it over.
Then 2006: The starting team takes all its mulligans first. Your first new hand has seven cards, and each one
after that has one card fewer. A teammate may go on after you've kept.
Words: 2hg hand. See: 103.5d. Was 2011: 805.3. Was 2006: 606.6a.

805.4 A team's turn
Teams take turns, not players. Each member draws in the team's draw step and may play a land.
Words: 2hg draw land active. Was 2011: 805.4. Was 2006: 606.4b 606.6e.

805.5 A team's priority
Teams have priority, not players: each member may act while the team has it, and the team passes when no one
on it wants to act.
Words: 2hg pass stack. Was 2011: 805.5. Was 2006: 606.6c 606.6f.

805.6 Which team chooses first
The active team goes first, with its members in any order, then each other team in turn order.
Words: apnap 2hg. See: 101.4 805.6a. Was 2011: 805.6. Was 2006: 606.6d.

805.6a Teammates drawing cards
The active team's members draw first, in any order, then those of each other team.
Then 2006: The active team's primary player draws first, then its secondary player, then the others.
Words: 2hg. Was 2011: 805.6. Was 2006: 606.6h.

805.8 A team's extra and skipped turns
An extra turn for one member is an extra turn for the team, and the same goes for a skipped turn. If one
effect names several members of a team, it counts only once.
Then 2006: An extra turn for one member is an extra turn for the team, and the same goes for additional phases
and steps, for skips and for control of a turn.
Words: 2hg time walk skip phase step control. See: 500.7 614.10a. Was 2011: 805.8. Was 2006: 606.6g.

805.10 Combat between teams
A team attacks together and blocks together: either teammate's creatures may block creatures attacking the
team.
Then 2006: One team attacks the other as a unit. A creature that can't attack one member can't attack the
team, landwalk looks at both members' lands, and each creature's damage is dealt to one of them.
Then 2011: One team attacks the other as a unit. A creature that can't attack one member can't attack the
team, landwalk looks at both members' lands, and each creature's damage is dealt to one of them.
Words: 2hg attack block combat. See: 805.10b. Was 2011: 805.10. Was 2006: 606.7a 606.7b 606.7c 606.7d.

805.10b Which team member a creature attacks
For each attacking creature, choose which team member it attacks. It deals its damage to that player, and
anything that keeps a creature from attacking or blocking looks at that player.
Then 2006: One team attacks the other as a unit. A creature that can't attack one member can't attack the
team, landwalk looks at both members' lands, and each creature's damage is dealt to one of them.
Then 2011: One team attacks the other as a unit. A creature that can't attack one member can't attack the
team, landwalk looks at both members' lands, and each creature's damage is dealt to one of them.
Words: 2hg attack combat defending. See: 805.10. Was 2011: 805.10. Was 2006: 606.7d 606.7b.

808 Team vs. Team
Two or more teams of any size, each sitting together. You have 20 life, take your own turns and may attack any
opponent. A team loses once all of its members have lost.
Words: teams. See: 808.4 104.2c 104.3g. Was 2011: 808. Was 2006: none.

808.2 Seats in Team vs. Team
Teammates sit together and choose their own order.
Words: order. Was 2011: 808.2. Was 2006: none.

808.4 Who goes first in Team vs. Team
A team is chosen at random. Its middle player goes first, or in an even-sized team the player just left of the
middle.
Words: first. See: 103.1. Was 2011: 808.4. Was 2006: none.

809 Emperor
Teams of three: an emperor between two generals. You have 20 life and a limited range, attack only adjacent
opponents and can hand creatures to teammates. A team wins or loses with its emperor.
Then 2006: Teams of three: an emperor between two generals. You have 20 life and a limited range, attack only
adjacent opponents and can hand creatures to teammates. A team loses with its emperor.
Words: generals teams. See: 809.2 809.3a 809.3c 809.5b 804.2. Was 2011: 809. Was 2006: 607.

809.1 Teams in Emperor
Two or more teams of three. Larger teams are possible if they're all the same size.
See: 809.6a. Was 2011: 809.1. Was 2006: 607.1.

809.2 Seats in Emperor
Teammates sit together with their emperor in the middle. Choose the emperor with `/game role role:emperor`;
otherwise it's the player in the middle seat.
Words: general order. Was 2011: 809.2. Was 2006: 607.2.

809.3a Ranges in Emperor
Emperors have a range of 2 seats, generals 1.
Words: general. See: 801.2 809.6a. Was 2011: 809.3a. Was 2006: 607.3 607.3a.

809.3b Deploying in Emperor
You can always hand creatures to teammates within range.
Words: deploy. See: 804.2. Was 2011: 809.3b. Was 2006: 607.3b.

809.3c Attacks in Emperor
You may attack only an opponent right next to you. At the start of the game, emperors can't attack anyone.
Words: adjacent neighbour combat. See: 801.3. Was 2011: 809.3c. Was 2006: 607.3c.

809.4 Who goes first in Emperor
A random emperor goes first. Turns go to the left.
Words: first. Was 2011: 809.4. Was 2006: 607.4.

809.5a A team wins with its emperor
If the emperor wins, so does the team. Range is limited in Emperor, so an effect that says the emperor wins
makes the opponents in range lose instead.
Then 2006: There's no such rule: the normal rules for teams apply.
Words: you win. See: 801.14 104.2d. Was 2011: 104.2d 809.5. Was 2006: none.

809.5b A team loses with its emperor
If the emperor loses, the whole team loses and leaves the game. A general who loses does so alone.
Words: general death. See: 104.3i 104.2c. Was 2011: 104.3i 809.5. Was 2006: 607.5a 607.5.

809.5c A team draws the game with its emperor
If the emperor draws the game, so does the whole team, including members out of range.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: tie. See: 104.4h 104.4e. Was 2011: 104.4h 809.5. Was 2006: none.

809.6a Larger teams in Emperor
A general's range is just large enough to reach one enemy general, an emperor's just large enough to reach
two. No two emperors start within each other's range.
Then 2006: Any teams of equal size can play. The players decide how to adjust the ranges.
Words: range general. See: 809.3a. Was 2011: 809.6a. Was 2006: 607.6.

809.7 What teammates share in Emperor
You may show each other your hands and make plans. Nothing else is shared.
Words: hand talk. Was 2011: 809.7. Was 2006: 607.7.

811 Alternating Teams
Two or more equal teams in alternating seats, so that no one sits next to a teammate. You have 20 life,
usually have a range of 2 and attack only adjacent opponents.
Words: teams interleaved. See: 811.2a 811.2b 811.3 811.4. Was 2011: 811. Was 2006: 609 609.5.

811.1 Teams in Alternating Teams
Two or more, all the same size.
Was 2011: 811.1. Was 2006: 609.1.

811.2a Range in Alternating Teams
A range of 2 seats is recommended.
Words: influence. Was 2011: 811.2a. Was 2006: 609.2a.

811.2b Attacks in Alternating Teams
You use exactly one of three options: attack left, attack right or attack multiple players.
Words: option combat. See: 811.4. Was 2011: 811.2b. Was 2006: 609.2b.

811.2c Deploying in Alternating Teams
Usually not used.
Words: deploy. See: 804.1. Was 2011: 811.2c. Was 2006: 609.2c.

811.3 Seats in Alternating Teams
One member of each team, then another of each, and so on.
Words: order interleaved. Was 2011: 811.3. Was 2006: 609.3.

811.4 You attack only adjacent opponents
In Alternating Teams, you can't attack an opponent who isn't right next to you, whichever attack option you
use.
Words: adjacent combat. See: 811.2b. Was 2011: 811.4. Was 2006: 609.4.

811.5 What teammates share in Alternating Teams
You can make plans at any time, but show your hand only to teammates you've come to sit next to.
Words: hand talk. Was 2011: 811.5. Was 2006: 609.6.

810 Two-Headed Giant
Two teams of two. Teammates sit together, take their turns together and share life and poison: a team starts
with 30 life and loses at fifteen poison counters. It wins, loses and leaves the game as one.
Then 2006: Two teams of two. Teammates sit together, take their turns together and share a life total, which
starts at 40. Everyone has their own poison counters. A team wins and loses as one.
Words: 2hg teams. See: 810.4 810.8a 810.9 810.10 805.4. Was 2011: 810. Was 2006: 606 606.1.

810.1 Teams in Two-Headed Giant
Two teams of two.
Words: 2hg. See: 810.11. Was 2011: 810.1. Was 2006: 606.1.

810.2 Options in Two-Headed Giant
Teams take their turns together and use no other options: no limited range, no attack left or right, no
deploying.
Words: 2hg. See: 805.1. Was 2011: 810.2. Was 2006: 606.2.

810.3 Seats in Two-Headed Giant
Teammates sit together and decide who sits where. The player on the right is the primary player.
Words: 2hg order. See: 805.2. Was 2011: 810.3. Was 2006: 606.3.

810.4 A team's life total
Teammates share one life total, which starts at 30.
Then 2006: Teammates share one life total, which starts at 40.
Words: 2hg shared starting. See: 119.1a 810.11. Was 2011: 810.4. Was 2006: 606.4 606.4a.

810.5 What a team shares
Life and poison counters. Everything else, including energy and designations, belongs to each player. You may
show each other your hands.
Then 2006: Life only. Each player has their own poison counters, and ten of them lose the game.
Words: 2hg resources. See: 810.9 810.10. Was 2011: 810.5. Was 2006: 606.5.

810.6 The starting team skips its first draw
No one on the team that goes first draws in its first draw step.
Then 2006: In the starting team's first draw step, only the secondary player, on the left, draws.
Words: 2hg skip first. See: 103.8b. Was 2011: 810.6. Was 2006: 606.6b.

810.8a Teams win and lose as one
If one player wins or loses, so does the team. If one player can't win or can't lose, neither can the team.
Words: 2hg platinum angel heads. See: 704.6a 704.6b 104.2c. Was 2011: 810.8a. Was 2006: 606.8b.

810.8b Conceding for the team
If one player concedes, the whole team leaves at once and loses.
Then 2006: If one player concedes, the team loses.
Words: 2hg give up scoop. See: 104.3a. Was 2011: 810.8b. Was 2006: 606.8c.

810.7 Combat in Two-Headed Giant
A team attacks and blocks together: each attacker attacks one opponent or something of theirs, either
opponent's creatures can block it, and its combat damage goes to whom it attacks.
Then 2011: A team attacks the other team as a whole, and both of its players' creatures can block. For each
attacker, the active team chooses the one defending player to whom it deals combat damage.
Then 2006: A team attacks the other team as a whole, and both of its players' creatures can block. For each
attacker, the active team chooses the one defending player to whom it deals combat damage.
Words: 2hg attack block heads. See: 805.10. Was 2011: 805.10. Was 2006: 606.7.

810.8c A team with 0 life
The team loses the next time state-based actions are checked.
Then 2006: The team loses the next time it would receive priority, by a state-based effect.
Words: 2hg zero dead. See: 704.6a. Was 2011: 810.8c. Was 2006: 606.8a.

810.8d A team with fifteen poison counters
The team loses the next time state-based actions are checked.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg infect toxic. See: 704.6b 810.11. Was 2011: 810.8d. Was 2006: none.

810.9 Individual life changes, shared total
Damage, life gain and life loss happen to each player, and the result changes the team's total. So 4 damage to
each player costs each team 8 life.
Words: 2hg shared each player. See: 810.9a. Was 2011: 810.9. Was 2006: 606.9.

810.9a How much life a teammate has
As much as the whole team, for any cost or effect that asks: doubling one player's life doubles the team's.
Then 2006: Half of the team's total, rounded up: on a team with 17 life, you have 9, and “50 or more life”
takes a team total of 99.
Words: 2hg half value. See: 810.9c. Was 2011: 810.9a. Was 2006: 606.9a.

810.9b Teammates paying life together
For one cost or effect, they can't pay more than the team has.
Then 2006: Each pays from half of the team's total, rounded up, which is the life that player has.
Words: 2hg cost. See: 119.4a. Was 2011: 810.9b. Was 2006: 606.9a.

810.9c Setting one player's life total in a team
You gain or lose the difference between the team's total and the new number, which becomes the team's total:
going from 25 to 10 is a loss of 15.
Then 2006: You gain or lose the difference from half of the team's total, rounded up: with the team at 25 you
have 13, so becoming 20 gains you 7, and the team has 32.
Words: 2hg set. See: 119.5 810.9a. Was 2011: 810.9c. Was 2006: 606.9c.

810.9d Setting each player's life total in a team
The team chooses one member it applies to. Nothing happens to the others.
Then 2006: The team's total becomes the sum of its members' numbers.
Words: 2hg set each player. See: 810.9c. Was 2011: 810.9d. Was 2006: 606.9b.

810.9e No exchange between teammates
Teammates can't exchange life totals with each other: they share one.
Words: 2hg swap. See: 701.12c. Was 2011: 810.9e. Was 2006: none.

810.9f Redistributing life among teams
At most one member of each team can take part when life totals are redistributed.
Words: 2hg redistribute. See: 119.7. Was 2011: 810.9f. Was 2006: none.

810.9g A teammate who can't gain life
No one else on the team can either.
Then 2006: There's no such rule: only that player gains no life.
Words: 2hg forbidden. See: 119.7. Was 2011: 810.9g. Was 2006: none.

810.9h A teammate who can't lose life
No one else on the team can either, and none of you can pay any life except 0.
Then 2006: There's no such rule: only that player loses no life.
Words: 2hg pay forbidden. See: 119.8. Was 2011: 810.9h. Was 2006: none.

810.10 Individual poison, shared counters
Each player gets poison counters individually, and the team shares them all.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg infect toxic shared. See: 704.6b 810.10a 810.10c. Was 2011: 810.10. Was 2006: none.

810.10a How many poison counters a teammate has
As many as the whole team, for anything that asks.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg. See: 810.10. Was 2011: 810.10a. Was 2006: none.

810.10b Removing a teammate's poison counters
The whole team loses them.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg remove. Was 2011: 810.10b. Was 2006: none.

810.10c A teammate who can't get poison counters
No one else on the team can either.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg forbidden. Was 2011: 810.10c. Was 2006: none.

810.10d Which kinds of counters a teammate has
Your own and the team's: if the team is poisoned, so is each player on it.
Then 2006: Each player has their own poison counters, and ten on one player lose the game for the team.
Words: 2hg proliferate. See: 701.34. Was 2011: 810.10. Was 2006: none.

810.11 Three-Headed Giant and larger teams
For each player beyond the second, a team has 15 more life and needs five more poison counters to lose: 45
life and twenty counters for three.
Then 2006: A team starts with 20 life for each of its players: 60 for three.
Words: 3hg headed giant. See: 810.4 704.6b. Was 2011: 810.11. Was 2006: 606.10.
"""
)
