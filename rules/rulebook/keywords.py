"""Counters and designations of players (107, 122, 309, 701, 702, 725, 726, 728, 731)."""

from rules.rulebook.entry import entries

KEYWORD_ENTRIES = entries(
    """
122.1 Counters on players
A player can have poison, energy, experience, rad and other counters. In Two-Headed Giant, only poison is
shared by the team.
Then 2011: A player can have poison counters and others. In Two-Headed Giant, only poison is shared by the
team.
Words: poison energy experience ticket. See: 704.5c 107.14 728.1 810.10. Was 2011: 121.1. Was 2006: none.

122.1f Poisoned
You're poisoned while you have a poison counter. With ten of them, you lose the game.
Words: infect toxic corrupted. See: 704.5c. Was 2011: 121.1c. Was 2006: none.

107.14 Energy
You pay energy by removing that many energy counters. If you have too few, you can't pay at all.
Words: counters pay. Was 2011: none. Was 2006: none.

701.10e Doubling counters
You get as many counters of that kind as you already have.
Words: double poison. See: 122.1. Was 2011: none. Was 2006: none.

701.34 Proliferate
Choose any number of players: each gets one more of every kind of counter they already have. A team's shared
poison goes up by at most one.
Words: counters poison. See: 810.10d. Was 2011: 701.24. Was 2006: none.

728.1 Rad counters
In your first main phase, you mill a card for each rad counter you have. For each nonland card milled, you
lose 1 life and one rad counter. `/counter rad` does this for you.
Words: radiation mill fallout. Was 2011: none. Was 2006: none.

725.1 The monarch
There's no monarch until an effect makes someone the monarch.
Words: crown. See: 725.2 725.3 725.4. Was 2011: none. Was 2006: none.

725.2 What the monarch does
The monarch draws a card at the end of their turn. When a creature deals them combat damage, its controller
becomes the monarch.
Words: crown draw combat monarchy. See: 725.3. Was 2011: none. Was 2006: none.

725.3 Only one monarch
When someone becomes the monarch, they replace the previous one.
See: 725.1. Was 2011: none. Was 2006: none.

725.4 When the monarch leaves
The active player becomes the monarch at the same moment. If that's the player leaving, or there's no active
player, it's the next player in turn order who can be the monarch, if there is one.
Words: crown departure. See: 725.1. Was 2011: none. Was 2006: none.

726.1 The initiative
No one has it until an effect makes a player take it, and only one player has it at a time.
Words: undercity. See: 726.2 726.4. Was 2011: none. Was 2006: none.

726.2 What the initiative does
You venture into the Undercity when you take the initiative and in each of your upkeeps while you have it.
When a creature deals combat damage to you, its controller takes the initiative.
Words: undercity dungeon combat. See: 701.49 726.5. Was 2011: none. Was 2006: none.

726.4 When the player with the initiative leaves
The active player takes it at the same moment. If that's the player leaving, or there's no active player, the
next player in turn order takes it.
Words: undercity departure. See: 725.4. Was 2011: none. Was 2006: none.

726.5 Taking the initiative again
If you already have it and take it again, you venture again.
Words: undercity. See: 726.2. Was 2011: none. Was 2006: none.

701.38 Voting
Each player votes for one of the choices, in turn order from the player that the card names. Votes are open,
and a player with several casts them all at once. `/vote` takes them.
Words: vote council ballot poll. See: 801.10. Was 2011: none. Was 2006: none.

701.49 Venturing
You enter the first room of a dungeon or, if you're already in one, move to the next room.
Words: dungeon venture undercity. See: 701.49a 309.5a. Was 2011: none. Was 2006: none.

701.49a Entering a dungeon
If you aren't in a dungeon, you choose one and start in its top room.
Words: venture undercity. See: 309.5a. Was 2011: none. Was 2006: none.

309.5a Moving from room to room
You follow an arrow to the next room. If there are two, you choose.
Words: dungeon venture. See: 704.5t. Was 2011: none. Was 2006: none.

309.6 The last room
The dungeon leaves the game once that room's ability is done.
Words: dungeon complete. See: 704.5t. Was 2011: none. Was 2006: none.

704.5t Completing a dungeon
Once you're in the last room and its ability is done, you complete the dungeon at the next check.
Words: state based action sba venture. See: 309.6. Was 2011: none. Was 2006: none.

702.15 The keyword lifelink
When a source with lifelink deals damage, its controller gains that much life, as part of the same event.
Several such sources are several gains.
Words: gain damage. See: 119.9 120.3f. Was 2011: 119.3f. Was 2006: none.

702.90 The keyword infect
A source with infect that deals damage to a player gives that many poison counters instead of taking life.
Words: poison counters damage. See: 120.3b 704.5c. Was 2011: 119.3b. Was 2006: none.

702.164 The keyword toxic
A creature with toxic that deals combat damage to a player gives poison counters as well: as many as its toxic
values add up to.
Words: poison counters combat damage. See: 120.3g 704.5c. Was 2011: none. Was 2006: none.

702.131c The city's blessing
Once you have it, you keep it for the rest of the game. Several players can have it.
Words: ascend designation. See: 702.195b. Was 2011: none. Was 2006: none.

702.195b The enduring story
Once you have it, you keep it for the rest of the game. Several players can have it.
Words: storied designation. See: 702.131c. Was 2011: none. Was 2006: none.

731.1 Day and night
At first it's neither. Once it becomes day or night, it's always one or the other.
Words: daybound nightbound. See: 731.2a 731.2b. Was 2011: none. Was 2006: none.

731.2 When day and night change
As each turn begins, the game looks at the spells cast during the previous turn. `/designate spell` counts
them.
Words: untap spells. See: 731.2a 731.2b. Was 2011: none. Was 2006: none.

731.2a Day becomes night
If it's day and the previous turn's active player cast no spells that turn. On a team, no member may have cast
one.
Words: spells. See: 731.2. Was 2011: none. Was 2006: none.

731.2b Night becomes day
If it's night and the previous turn's active player cast two or more spells that turn. On a team, one member
must have cast both.
Words: spells. See: 731.2. Was 2011: none. Was 2006: none.

701.54 The Ring tempts you
Each time, your Ring gains its next ability, up to four, and you choose your Ring-bearer.
Words: tempt bearer. Was 2011: none. Was 2006: none.

702.179a Speed
If you control a permanent with “Start your engines!” and have no speed, you get speed 1.
Words: start your engines. See: 702.179d 704.5aa. Was 2011: none. Was 2006: none.

702.179b Having no speed
You have no speed until a rule or an effect sets it to a number. Effects that ask for it until then find 0.
Words: engines start. See: 702.179a 702.179d. Was 2011: none. Was 2006: none.

702.179d Speed goes up
When an opponent loses life during your turn, your speed goes up by one: once in each of your turns, up to 4.
Words: engines maximum. See: 702.179a. Was 2011: none. Was 2006: none.

704.5aa State-based action: gaining speed
At each check, if you control a permanent with “Start your engines!” and have no speed, your speed becomes 1.
This rule's number has changed often.
Words: start your engines state based action sba. See: 702.179a. Was 2011: none. Was 2006: none.
"""
)
