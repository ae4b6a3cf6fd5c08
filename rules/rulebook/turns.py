"""Starting (103), turns (500), and leaving players (800.4)."""

from rules.rulebook.entry import entries

TURNS = entries(
    """
103 Starting the game
Decide who goes first, set life totals, draw hands, take mulligans and begin. A duel needs nothing more: two
players with 20 life each.
Words: duel two-player begin. See: 103.1 103.4 103.5 103.8a. Was 2011: 103. Was 2006: 101.

103.1 Who goes first
Chance, or any method you agree on, decides who chooses the starting player. In later games of a match, the
loser of the previous game chooses; after a draw, it's the player who chose last time. `/game start` picks at
random, and `/game start first:Ana` enters your choice.
Words: first play loser chooses. See: 103.1a 103.1b 809.4 808.4. Was 2011: 103.2. Was 2006: 101.2.

103.1a The starting team
If teams take their turns together, a team goes first instead of a player.
Then 2006: In Two-Headed Giant, teams take turns, so a team goes first.
Words: first 2hg. See: 805.4. Was 2011: 103.2a. Was 2006: 606.4b.

103.1b The archenemy goes first
In Archenemy, there's no random choice: the archenemy takes the first turn.
Words: first. See: 904.6. Was 2011: 103.2b. Was 2006: none.

103.4 Life totals at the start
20, unless the format sets a different number.
Words: begin. See: 119.1. Was 2011: 103.3. Was 2006: 101.3.

103.5 Mulligans
In turn order, everyone says whether they'll mulligan. Then all who do so shuffle their hand away, draw a full
new one and put a card on the bottom for each mulligan they've taken. Once you keep, you're done. You can go
on until you'd have no cards left.
Then 2006: The starting player takes all their mulligans first, then the next player. Each new hand has one
card fewer than the last.
Then 2011: Each new hand has one card fewer than the last. With more than two players, the first new hand is
full-sized.
Words: london hand opening seven keep. See: 103.5a 103.5c 103.5d. Was 2011: 103.4. Was 2006: 101.4.

103.5a Starting hands in Vanguard
Your starting hand and every new one have seven cards, plus or minus your vanguard card's hand modifier.
Words: modifier. See: 902.5. Was 2011: 902.5. Was 2006: none.

103.5c The free mulligan
With more than two players, and in any Brawl game, your first mulligan is free.
Then 2006: Only Two-Headed Giant has one: your first new hand has seven cards again.
Then 2011: With more than two players, your first mulligan is free: the new hand has seven cards again.
Words: first multiplayer. See: 103.5 903.12g. Was 2011: 103.4b. Was 2006: 101.4a.

103.5d Team mulligans
If teams take their turns together, the starting team's members declare first, in any order, then the other
teams'. Your teammate may go on after you've kept.
Then 2006: The starting team takes all its mulligans first. Your first new hand has seven cards, and each one
after that has one card fewer. A teammate may go on after you've kept.
Words: 2hg. See: 805.3a. Was 2011: 103.4c. Was 2006: 606.6a.

103.8a The first draw with two players
If you go first in a two-player game, you skip the draw step of your first turn.
Words: skip. See: 103.8b 103.8c. Was 2011: 103.7a. Was 2006: 101.5a.

103.8b The first draw in Two-Headed Giant
No one on the starting team draws in the draw step of the first turn.
Then 2006: In the starting team's first draw step, only the secondary player, on the left, draws.
Words: 2hg skip. See: 810.6. Was 2011: 103.7b. Was 2006: 606.6b 101.5b.

103.8c The first draw in other multiplayer games
In every other game with more than two players, no one skips a draw.
Words: skip multiplayer. Was 2011: 103.7c. Was 2006: 101.5b.

101.4 Who chooses first
When several players have to choose or do something at once, the active player chooses first, then the others
in turn order. Then it all happens together.
Words: apnap active order simultaneous. See: 805.6. Was 2011: 101.4. Was 2006: 103.4.

500.1 Turns
A turn has its phases in a fixed order, and the player to the left takes the next one. `/turn next` ends a
turn.
Words: phase order next. See: 500.7 614.10a. Was 2011: 500.1. Was 2006: 300.1.

500.7 Extra turns
You take an extra turn right after the turn it was added to; the extra turn added last comes first. Then play
continues in normal turn order. One effect that gives several players extra turns adds them in turn order, so
they're taken in reverse.
Then 2006: You take an extra turn right after the turn it was added to; the extra turn added last comes first.
Then play continues in normal turn order.
Words: time walk additional. See: 805.8 807.4i. Was 2011: 500.7. Was 2006: 300.6.

614.10 Skipping a turn
A turn that has begun can't be skipped.
Words: skip. See: 614.10a. Was 2011: 614.10. Was 2006: 419.6e.

614.10a Skips wait for the next turn
Nothing that would happen in a skipped turn happens. A skip waits for the next turn that would begin, and two
skips skip two turns.
Words: skip next. See: 614.10. Was 2011: 614.10a. Was 2006: 419.6f.

800.4 Playing on after a player leaves
A game with more than two players continues when someone leaves.
Words: leave multiplayer. See: 800.4a 104.5. Was 2011: 800.4. Was 2006: 600.4.

800.4a What leaves with a player
Everything they own leaves, and effects that give them control of anything end. Whatever they still control is
exiled. It happens at once, without waiting for state-based actions.
Then 2006: Everything they own leaves, and effects that give them control of anything end. Whatever they still
control is removed from the game. It happens at once, without waiting for state-based effects.
Words: leave cards tokens control. See: 104.5 800.4i. Was 2011: 800.4a. Was 2006: 600.4a.

800.4e No damage to players who left
Combat damage that would be dealt to them isn't dealt.
Then 2006: Combat damage that is already on the stack stays there when a player leaves.
Words: leave attack. Was 2011: 800.4d. Was 2006: 600.4a.

800.4i Remembering players who left
Effects that refer to a player who left use last known information and can still see what that player did. The
board keeps their final life total.
Words: last known information leave. Was 2011: 800.4. Was 2006: none.

800.4j Leaving during your own turn
The turn continues to its end without an active player. If that player would get priority, the next player in
turn order does instead.
Words: leave active. See: 800.4k. Was 2011: 800.4. Was 2006: none.

800.4k Turns of players who left
They don't begin, and neither do their extra turns.
Words: leave skip somebody. See: 800.4m. Was 2011: 800.4. Was 2006: none.

800.4m “Until your next turn” after you've left
An effect that lasts until your next turn then lasts until that turn would have begun.
Words: leave duration effect. Was 2011: 800.4. Was 2006: none.
"""
)
