"""Options for several players: range of influence, attacks, deploying (800 to 804, 806)."""

from rules.rulebook.entry import entries

RANGE_OF_INFLUENCE = entries(
    """
800.2 One variant, several options
A game uses one multiplayer variant from section 8, such as Emperor, with any options that fit it. Variants
from section 9, such as Commander, can be added on top.
Then 2006: A game uses one multiplayer variant, such as Emperor, with any options that fit it.
Words: combine multiplayer. Was 2011: 800.2. Was 2006: 600.2.

800.6 The free mulligan in multiplayer
With more than two players, your first mulligan is free.
Then 2006: Only Two-Headed Giant has one: your first new hand has seven cards again.
Words: hand multiplayer. See: 103.5c. Was 2011: 800.5. Was 2006: 101.4a.

801.2 Range of influence
The number of seats to your left and right within which you can affect anything: with spells and abilities,
damage, attacks, choices and “you win” effects.
Then 2006: The number of seats to your left and right within which you can affect anything: with spells and
abilities, damage, attacks and choices.
Words: limited seats. See: 801.2a 801.2c 801.10 801.14. Was 2011: 801.2. Was 2006: 601.2.

801.2a How far your range extends
1 or 2 seats is usual. Players can have different ranges, so you may be able to affect someone who can't
affect you.
Words: limited seats. See: 809.3a. Was 2011: 801.2a. Was 2006: 601.2a.

801.2b You're within your own range
You're always within your own range.
Words: range yourself reach. Was 2011: 801.2b. Was 2006: 601.2b.

801.2c When range is determined
Ranges are determined as each turn begins, counting only players still in the game. So when a player leaves,
the players on either side aren't within each other's range until the next turn.
Words: leave neighbours. See: 801.2 807.4h. Was 2011: 801.2c. Was 2006: 601.2c.

801.3 Attacks and range
A creature can't attack an opponent outside its controller's range. If none is within range, it can't attack.
Words: combat. See: 802.2 803.1a. Was 2011: 801.3. Was 2006: 601.3.

801.4 Targets and range
Your spells and abilities can't target anything outside your range.
Was 2011: 801.4. Was 2006: 601.4.

801.5a Choosing within range
When you choose a player or an object, it must be within your own range and the range of the player who
controls the effect.
Was 2011: 801.5a. Was 2006: 601.5a.

801.5b Choosing between options
When you choose between options rather than players or objects, range doesn't matter.
Words: range mode. Was 2011: 801.5b. Was 2006: 601.5b.

801.5c When no one in range can choose
The closest suitable player to the left of the effect's controller makes the choice.
Words: fact or fiction. Was 2011: 801.5c. Was 2006: 601.5c.

801.7 Triggers and range
An ability triggers only if the whole event is within its controller's range.
Words: whenever. Was 2011: 801.7. Was 2006: 601.7.

801.10 Effects and range
A spell or ability doesn't affect anything outside its controller's range; the rest of it works as usual. So
“each player” means everyone within range.
Words: each player opponent out. See: 801.11. Was 2011: 801.10. Was 2006: 601.10.

801.11 Information and range
An effect that counts something counts only what's within its controller's range.
Then 2006: An effect counts only what's within range of both its controller and the player it affects.
Words: information see knowledge. Was 2011: 801.11. Was 2006: 601.11.

801.13 Replacement, prevention and range
If an effect would do something to a player or object outside its controller's range, that part doesn't
happen.
Words: prevention shield redirect. See: 801.13b. Was 2011: 801.15. Was 2006: 601.14.

801.13b Damage prevention and range
Preventing damage from a source needs that source within range, and preventing damage to a player needs that
player within range. If an effect names neither, it needs both.
Words: prevention fog. Was 2011: 801.15b. Was 2006: 601.14b.

801.14 Winning and range
An effect that says you win makes all opponents within your range lose instead, unless they can't lose.
Then 2006: There's no such rule: “you win” effects win the game, whatever the range (102.2b).
Then 2011: In every game with more than two players, your opponents lose instead; with a limited range, only
those within it.
Words: you win opponent. See: 104.3h 104.2b. Was 2011: 104.3h 801.16. Was 2006: none.

801.15 Draw effects and range
The game is a draw for the effect's controller and everyone within range. They leave, and the others play on.
If only one player is left, that player wins.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: tie. See: 104.4e 104.2a. Was 2011: 801.17. Was 2006: none.

801.16 Loops and range
A mandatory loop is a draw for each player who controls part of it and for everyone within range of any of
them.
Then 2006: There's no such rule: a draw is a draw for everyone.
Words: infinite tie. See: 104.4f. Was 2011: 801.18. Was 2006: none.

801.17 Restarts ignore range
An effect that restarts the game restarts it for everyone in it, whatever their ranges.
Words: karn range. See: 727.1. Was 2011: 801.19. Was 2006: none.

801.18 Planes ignore range
A plane affects every player regardless of range, except in Grand Melee.
Words: planechase range. See: 901. Was 2011: 801.20. Was 2006: none.

802.2 Attack multiple players
Each of your attacking creatures may attack a different opponent.
Words: combat option. See: 801.3 803.1a 803.1b. Was 2011: 802.2. Was 2006: 602.2.

802.2a The defending player
Anything that asks about the defending player means the player that creature is attacking: only that player's
lands matter for landwalk.
Words: combat landwalk defending. Was 2011: 802.2a. Was 2006: 602.2a.

803.1a Attack left
You may attack only the player to your left, if that's an opponent. If a teammate sits there, you can't
attack.
Words: combat option. See: 801.3 803.1b. Was 2011: 803.1a. Was 2006: 604.1a.

803.1b Attack right
You may attack only the player to your right, if that's an opponent.
Words: combat option. See: 803.1a. Was 2011: 803.1b. Was 2006: 604.1b.

804.1 When you can deploy creatures
Always in Emperor, and optional in other team games. It isn't used in games without teams or where teams take
their turns together.
Words: deploy option. See: 804.2. Was 2011: 804.1. Was 2006: 603.1.

804.2 Deploying creatures
Whenever you could cast a sorcery, you can tap one of your creatures to give control of it to a teammate
within range.
Then 2006: Whenever you could play a sorcery, you can tap one of your creatures to give control of it to a
teammate within range.
Words: deploy option give. See: 804.1. Was 2011: 804.2. Was 2006: 603.2.

806 Free-for-All
Everyone for themselves, with 20 life and random seats. You choose whether to attack left, right or multiple
players, and you can limit the range of influence.
Words: ffa multiplayer. See: 806.2a 806.2b. Was 2011: 806. Was 2006: 605.

806.2a Range in Free-for-All
Usually unlimited. If it's limited, it's the same for everyone.
Words: ffa. Was 2011: 806.2a. Was 2006: 605.2a.

806.2b Attacks in Free-for-All
You use exactly one of three options: attack left, attack right or attack multiple players.
Words: ffa option combat. See: 802.2 803.1a 803.1b. Was 2011: 806.2b. Was 2006: 605.2b.
"""
)
