"""Teams: turns together (805), Team vs. Team (808), Emperor (809), Alternating Teams (811)."""

from rules.rulebook.entry import RulebookEntry

TEAMS = (
    RulebookEntry(
        "805.1",
        "Turns taken together",
        "In Two-Headed Giant and Archenemy a team takes its turns as one. Its members sit side by side.",
        words="shared team turns option",
        see="805.4 810 904",
    ),
    RulebookEntry(
        "805.2",
        "The primary player",
        "Who sits furthest right in a team decides what the team can't agree on.",
        words="2hg secondary disagree",
        was={"2006": "606.3 606.6e"},
        then={
            "2006": "The right seat is the primary player's, who decides when both want to act; the left "
            "one is the secondary player's.",
        },
    ),
    RulebookEntry(
        "805.3a",
        "Mulligans of a team",
        "The starting team's members say in any order what they do, then the other teams', then all "
        "mulligans are taken together. Teammates may talk about it.",
        words="2hg hand",
        see="103.5d",
    ),
    RulebookEntry(
        "805.4",
        "A team's turn",
        "Teams take turns, not players. Each member draws in the team's draw step and may play a land.",
        words="2hg draw land active",
        was={"2006": "606.4b 606.6e"},
    ),
    RulebookEntry(
        "805.5",
        "A team's priority",
        "Teams have priority: each member may act while the team has it, and the team passes when nobody "
        "in it wants to.",
        words="2hg pass stack",
        was={"2006": "606.6c 606.6f"},
    ),
    RulebookEntry(
        "805.6",
        "Who chooses first among teams",
        "The active team first, its members in any order, then each other team in turn order.",
        words="apnap 2hg",
        see="101.4 805.6a",
        was={"2006": "606.6d"},
    ),
    RulebookEntry(
        "805.6a",
        "Several members draw cards",
        "The active team's members draw first, in any order, then each other team's.",
        words="2hg",
        was={"2006": "606.6h"},
        then={
            "2006": "The active team's primary player draws first, then its secondary player, then the "
            "others.",
        },
    ),
    RulebookEntry(
        "805.8",
        "Extra and skipped turns of a team",
        "An extra turn for one member is one for the team, and so is a skipped one. If one effect names "
        "several members of a team, it counts once.",
        words="2hg time walk skip phase step control",
        see="500.7 614.10a",
        was={"2006": "606.6g"},
    ),
    RulebookEntry(
        "805.10",
        "Combat between teams",
        "A team attacks together and blocks together: either member's creatures may block what attacks "
        "the team.",
        words="2hg attack block combat",
        see="805.10b",
        was={"2006": "606.7a 606.7b 606.7c 606.7d"},
        then={
            "2006": "One team attacks the other as a whole. A creature that can't attack one of its "
            "members can't attack the team, landwalk looks at both members' lands, and each "
            "creature's damage is given to one of them.",
        },
    ),
    RulebookEntry(
        "805.10b",
        "Whom a creature attacks in a team",
        "For each attacking creature say which member it attacks. Damage goes to that player, and what "
        "forbids an attack or a block looks at that player.",
        words="2hg attack combat defending",
        see="805.10",
    ),
    RulebookEntry(
        "808",
        "Team vs. Team",
        "Two or more teams of any size sit together. Everybody has 20 life and turns of their own, and "
        "attacks any opponent. A team has lost when all of its members have.",
        words="teams",
        see="808.4 104.2c 104.3g",
    ),
    RulebookEntry(
        "808.2",
        "Seats in Team vs. Team",
        "Teams sit together and decide themselves in which order.",
        words="order",
    ),
    RulebookEntry(
        "808.4",
        "Who starts in Team vs. Team",
        "A team is drawn. Its centre seat starts, or with an even number the seat left of the middle.",
        words="first",
        see="103.1",
    ),
    RulebookEntry(
        "809",
        "Emperor",
        "Teams of three: an emperor between two generals. Everybody has 20 life and a limited range, "
        "attacks neighbours only, and creatures can be handed to teammates. The team stands and falls "
        "with its emperor.",
        words="generals teams",
        see="809.2 809.3a 809.3c 809.5b 804.2",
        was={"2006": "607"},
    ),
    RulebookEntry(
        "809.1",
        "Teams in Emperor",
        "Two or more teams of three; larger teams are possible if all have the same size.",
        see="809.6a",
        was={"2006": "607.1"},
    ),
    RulebookEntry(
        "809.2",
        "Seats in Emperor",
        "A team sits together with its emperor in the middle. `/game role role:emperor` says who that is; "
        "otherwise it is whoever sits there.",
        words="general order",
        was={"2006": "607.2"},
    ),
    RulebookEntry(
        "809.3a",
        "Ranges in Emperor",
        "Emperors reach 2 seats, generals 1.",
        words="general",
        see="801.2 809.6a",
        was={"2006": "607.3 607.3a"},
    ),
    RulebookEntry(
        "809.3b",
        "Deploying in Emperor",
        "Creatures can always be handed to teammates within range.",
        words="deploy",
        see="804.2",
        was={"2006": "607.3b"},
    ),
    RulebookEntry(
        "809.3c",
        "Attacks in Emperor",
        "You may attack only an opponent right next to you. At the start the emperors can attack nobody.",
        words="adjacent neighbour combat",
        see="801.3",
        was={"2006": "607.3c"},
    ),
    RulebookEntry(
        "809.4",
        "Who starts in Emperor",
        "One of the emperors, by lot. Turns go to the left.",
        words="first",
        was={"2006": "607.4"},
    ),
    RulebookEntry(
        "809.5a",
        "A team wins with its emperor",
        "If the emperor wins, the team does. Ranges are limited here, so that an effect that says so "
        "takes out the opponents in range instead.",
        words="you win",
        see="801.14 104.2d",
        then={
            "2006": "There is no such rule: the normal ones for teams count.",
        },
    ),
    RulebookEntry(
        "809.5b",
        "A team loses with its emperor",
        "If the emperor loses, all members lose and leave with them. A general's loss is the general's "
        "alone.",
        words="general death",
        see="104.3i 104.2c",
        was={"2006": "607.5"},
    ),
    RulebookEntry(
        "809.5c",
        "A team draws with its emperor",
        "If it is a draw for the emperor it is one for the whole team, also for members out of range.",
        words="tie",
        see="104.4h 104.4e",
        then={
            "2006": "There is no such rule: a draw is one for everybody.",
        },
    ),
    RulebookEntry(
        "809.6a",
        "Larger teams in Emperor",
        "A general reaches just as far as it takes to reach one enemy general, an emperor as far as it "
        "takes to reach two. No two emperors begin within each other's range.",
        words="range general",
        see="809.3a",
        was={"2006": "607.6"},
        then={
            "2006": "Any teams of one size can play; ranges are to be adjusted, and how is left to the "
            "table.",
        },
    ),
    RulebookEntry(
        "809.7",
        "What teammates share in Emperor",
        "Hands may be shown and plans made, nothing else is shared.",
        words="hand talk",
        was={"2006": "607.7"},
    ),
    RulebookEntry(
        "811",
        "Alternating Teams",
        "Two or more equal teams whose members sit in turn, so that nobody is next to a teammate. "
        "Everybody has 20 life, usually reaches 2 seats and attacks neighbours only.",
        words="teams interleaved",
        see="811.2a 811.2b 811.3 811.4",
        was={"2006": "609 609.5"},
    ),
    RulebookEntry(
        "811.1",
        "Teams in Alternating Teams",
        "Two or more, all of one size.",
        was={"2006": "609.1"},
    ),
    RulebookEntry(
        "811.2a",
        "Range in Alternating Teams",
        "2 seats are recommended.",
        words="influence",
        was={"2006": "609.2a"},
    ),
    RulebookEntry(
        "811.2b",
        "Attacks in Alternating Teams",
        "You play with exactly one of three options: attack left, attack right, attack multiple players.",
        words="option combat",
        see="811.4",
        was={"2006": "609.2b"},
    ),
    RulebookEntry(
        "811.2c",
        "Deploying in Alternating Teams",
        "Normally not used.",
        words="deploy",
        see="804.1",
        was={"2006": "609.2c"},
    ),
    RulebookEntry(
        "811.3",
        "Seats in Alternating Teams",
        "One member of each team, then again one of each, and so on.",
        words="order interleaved",
        was={"2006": "609.3"},
    ),
    RulebookEntry(
        "811.4",
        "Only neighbours are attacked",
        "In Alternating Teams you can't attack an opponent who isn't right next to you, whatever attack "
        "option you play with.",
        words="adjacent combat",
        see="811.2b",
        was={"2006": "609.4"},
    ),
    RulebookEntry(
        "811.5",
        "What teammates share in Alternating Teams",
        "Plans may be made at any time, but hands are shown only to teammates who have come to sit side "
        "by side.",
        words="hand talk",
        was={"2006": "609.6"},
    ),
)
