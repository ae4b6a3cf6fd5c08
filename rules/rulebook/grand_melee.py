"""Grand Melee and its turn markers (807; 608 in 2006)."""

from rules.rulebook.entry import RulebookEntry

GRAND_MELEE = (
    RulebookEntry(
        "807",
        "Grand Melee",
        "Free-for-All for ten or more: several players take turns at the same time, shown by turn markers "
        "that wander to the left. Range of influence 1, attack left, 20 life.",
        words="markers",
        see="807.4 807.2",
        was={"2006": "608 608.1 608.5"},
    ),
    RulebookEntry(
        "807.2",
        "Options in a Grand Melee",
        "Everybody reaches 1 seat and attacks to the left; there is no attacking of several players and "
        "no deploying.",
        words="range attack",
        was={"2006": "608.2 608.2a 608.2b 608.2c"},
    ),
    RulebookEntry(
        "807.3",
        "Seats in a Grand Melee",
        "They are drawn.",
        words="random order",
        was={"2006": "608.3"},
    ),
    RulebookEntry(
        "807.4",
        "Turn markers",
        "Each marker stands for one player's turn, and all of them are played at the same time.",
        words="grand melee",
        see="807.4a 807.4b 807.4c",
        was={"2006": "608.4"},
    ),
    RulebookEntry(
        "807.4a",
        "How many turn markers",
        "One for every full four players still in the game: four for sixteen, three for fifteen. Below "
        "four players we keep one.",
        words="grand melee number",
        see="807.4e",
        was={"2006": "608.4a"},
    ),
    RulebookEntry(
        "807.4b",
        "Where turn markers begin",
        "The first one with the starting player, the others with every fourth player to the left of that. "
        "All of them begin their turns together.",
        words="grand melee start",
        was={"2006": "608.4b"},
    ),
    RulebookEntry(
        "807.4c",
        "Passing a turn marker",
        "After your turn the marker goes to the player on your left, who has it from then on. If its "
        "holder leaves, the player on the left gets it: after the turn, or at once where the turn hadn't "
        "begun.",
        words="grand melee next",
        see="807.4d",
        then={
            "2006": "After your turn the marker goes left, but nobody receives one while somebody within "
            "three seats to their left has another. Until then it lies between the seats and "
            "nobody has it.",
        },
    ),
    RulebookEntry(
        "807.4d",
        "A turn marker that waits",
        "Whoever has received one can't begin while somebody within three seats to their left has another "
        "one; they begin as soon as that one has moved on.",
        words="grand melee wait blocked",
        see="807.4c",
        then={
            "2006": "A marker isn't even received while another one is within three seats to the left of "
            "whoever would receive it.",
        },
    ),
    RulebookEntry(
        "807.4e",
        "A departure takes a turn marker away",
        "If fewer markers are needed once somebody has left, the one to the leaver's right is designated "
        "to go; if several could be, the one with the lowest number. One marker can be designated more "
        "than once.",
        words="grand melee leave remove",
        see="807.4f 807.4g",
        then={
            "2006": "The marker to the leaver's right goes, between two turns; if several could, the one "
            "with the lowest number.",
        },
    ),
    RulebookEntry(
        "807.4f",
        "Designated turn markers don't count",
        "Whether a departure leaves too many markers is counted without those that are to go anyway.",
        words="grand melee leave remove",
        see="807.4e",
    ),
    RulebookEntry(
        "807.4g",
        "When a turn marker goes",
        "After the turn that is taken with it, or at once if no turn is. If it was designated more than "
        "once, the one to its right takes over what is left of that.",
        words="grand melee remove",
        see="807.4e",
    ),
    RulebookEntry(
        "807.4h",
        "New neighbours in a Grand Melee",
        "Those on both sides of somebody who has left don't reach each other before the next turn begins, "
        "whosever it is.",
        words="range leave",
        see="801.2c",
    ),
    RulebookEntry(
        "807.4i",
        "Your own extra turn in a Grand Melee",
        "You keep the marker and take it, unless another one is too close. If that is within three seats "
        "to your left, you wait; if it is to your right, the marker goes on and you take the turn before "
        "your next one.",
        words="time walk marker additional",
        see="807.4j",
        then={
            "2006": "Nothing is said about other markers: you keep yours and take it. An extra turn that "
            "is given while you aren't taking one comes right before your next.",
        },
    ),
    RulebookEntry(
        "807.4j",
        "An extra turn without a turn marker",
        "Whoever wouldn't have a marker for an extra turn takes it right before their next turn.",
        words="time walk grand melee additional",
        see="807.4i",
    ),
)
