"""The variants of section 9: Planechase, Vanguard, Commander, Archenemy, Conspiracy Draft."""

from rules.rulebook.entry import entries

CASUAL_VARIANTS = entries(
    """
901 Planechase
Free-for-All on changing planes: 20 life, and you may attack any opponent.
Words: planes planar die. See: 901.6 901.9 801.18. Was 2011: 901. Was 2006: none.

901.6 The planar controller
The active player controls the plane. If that player leaves the game, the next player in turn order takes
over.
Words: plane planechase. Was 2011: 901.6. Was 2006: none.

901.9 Rolling the planar die
In your main phase, while nothing is on the stack, you may roll the planar die. The first roll in a turn is
free, and each further one costs one mana more. A roll by an effect costs nothing and doesn't count.
`/roll dice:planar` rolls it.
Words: dice cost special action. See: 901.6 901.9a 901.9b 901.9c. Was 2011: 901.9. Was 2006: none.

901.9a A blank face
Four of the planar die's six faces are blank. Nothing happens.
Words: planar dice roll. See: 901.9. Was 2011: 901.9a. Was 2006: none.

901.9b The chaos symbol
Chaos ensues: the chaos ability of the face-up plane triggers.
Words: planar dice roll plane. See: 901.9. Was 2011: 901.9b. Was 2006: none.

901.9c The Planeswalker symbol
The planeswalking ability triggers. When it resolves, the next plane is turned face up.
Words: planar dice roll planeswalk. See: 901.9. Was 2011: 901.9c. Was 2006: none.

902 Vanguard
Everyone has a vanguard card that changes their starting life and hand size. Enter both in the lobby with
`/game vanguard`. You can add vanguard cards to any other format too.
Words: modifier. See: 902.4 902.5. Was 2011: 902. Was 2006: none.

902.4 Life in Vanguard
20, plus or minus your card's life modifier: with -3 you start at 17.
Words: modifier starting. See: 119.1b. Was 2011: 902.4. Was 2006: none.

902.5 Hand size in Vanguard
You start with seven cards, plus or minus your card's hand modifier.
Words: modifier starting. See: 902.5a 902.5b. Was 2011: 902.5. Was 2006: none.

902.5a Mulligans in Vanguard
Each new hand is the size of your first one. Then you put cards on the bottom as usual.
Then 2011: Your first new hand is one card smaller than the one you started with, and so on. With more than
two players, the first new hand is full-sized.
Words: hand modifier. See: 103.5. Was 2011: 902.5a. Was 2006: none.

902.5b Maximum hand size in Vanguard
Seven, also changed by your card's hand modifier. The board shows it.
Words: modifier discard. Was 2011: 902.5b. Was 2006: none.

903 Commander
Usually a Free-for-All, with 40 life and a legendary creature, Vehicle or Spacecraft leading each deck. 21
combat damage from one commander makes you lose.
Words: edh. See: 903.7 903.8 903.10a. Was 2011: 903. Was 2006: none.

903.3 What a commander is
It's the card itself, whatever it's called or looks like and no matter who controls it. A copy of it isn't a
commander.
Words: edh copy card. See: 903.10a. Was 2011: 903.3. Was 2006: none.

903.7 Life in Commander
Everyone starts with 40.
Words: edh starting 40. See: 119.1c. Was 2011: 903.7. Was 2006: none.

903.8 Commander tax
Casting your commander from the command zone costs two more mana for each time you've cast it from there
before. `/commander cast` keeps count.
Words: edh cost two. Was 2011: 903. Was 2006: none.

903.9a A commander in a graveyard or exile
Its owner may put it into the command zone the next time state-based actions are checked.
Words: edh command zone die exile return. See: 903.9b 903.8. Was 2011: 903. Was 2006: none.

903.9b A commander on its way to a hand or library
Its owner may put it into the command zone instead, from wherever it comes.
Words: edh command zone bounce tuck return. See: 903.9a 903.8. Was 2011: 903. Was 2006: none.

903.10a 21 commander damage
You lose the next time state-based actions are checked after one commander has dealt you 21 combat damage over
the game. Each commander is counted separately, partners too. Gaining life or a change of control doesn't
reduce the count.
Words: edh combat loss partner. See: 704.6c 702.124. Was 2011: 903.14a 903.14. Was 2006: none.

702.124 Partners
Each of your two commanders has its own damage count and its own tax.
Words: background edh commander. See: 903.10a 903.8. Was 2011: none. Was 2006: none.

903.12 Brawl
Commander with 25 life for two players or 30 for more, a free mulligan in every game, and no loss to commander
damage.
Words: edh. See: 903.12f 903.12g 903.12h. Was 2011: none. Was 2006: none.

903.12f Life in Brawl
25 with two players, 30 with more.
Words: starting. See: 119.1d. Was 2011: none. Was 2006: none.

903.12g Mulligans in Brawl
Your first one is always free, even with two players.
Words: free hand. See: 103.5c. Was 2011: none. Was 2006: none.

903.12h No loss to commander damage in Brawl
The board shows it, but no one loses to it.
Words: 21. See: 704.6c. Was 2011: none. Was 2006: none.

904 Archenemy
One player with 40 life and schemes against a team of any size with 20 life each. The archenemy goes first,
the heroes take their turns together, and heroes who have lost still win with their team.
Words: heroes scheme. See: 904.5 904.6 104.2c. Was 2011: 904. Was 2006: none.

904.2a The archenemy's team
Exactly one player. Choose the archenemy with `/game role role:archenemy`.
Words: heroes. Was 2011: 904.2a. Was 2006: none.

904.5 Life in Archenemy
40 for the archenemy and 20 for each hero, each with a separate total.
Words: starting heroes. See: 119.1e. Was 2011: 904.5. Was 2006: none.

904.6 Who goes first in Archenemy
The archenemy. No one skips the first draw, except in a one-on-one game.
Words: first. See: 103.1b 103.8a. Was 2011: 904.6. Was 2006: none.

904.12 Supervillain Rumble
Free-for-All with everyone as an archenemy: 40 life each, attack anyone, random starting player.
Words: archenemy schemes. Was 2011: 904.12. Was 2006: none.

904.13 Archenemy Commander
Commander with an archenemy: 60 life against 60 shared by the heroes. Commander damage is counted for each
player.
Words: edh heroes. See: 904.13b 904.13c. Was 2011: none. Was 2006: none.

904.13b Life in Archenemy Commander
60 for the archenemy and 60 shared by the heroes, who win, lose and leave the game as one.
Words: starting heroes shared. See: 810.8a 810.9. Was 2011: none. Was 2006: none.

904.13c Poison in Archenemy Commander
It isn't shared. A hero with ten poison counters loses, and the whole team loses too.
Words: heroes infect toxic. See: 704.5c 810.8a. Was 2011: none. Was 2006: none.

905 Conspiracy Draft
Free-for-All after a draft with conspiracies: 20 life, and you may attack anyone.
Words: conspiracies. Was 2011: none. Was 2006: none.
"""
)
