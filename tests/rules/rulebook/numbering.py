"""Which numbered rules older texts of the Comprehensive Rules have, and how we know: numbers alone, no text.

"4 4a-c" stands for 4, 4a, 4b and 4c of its section; subrules skip l and o, as in print.
"""

from collections.abc import Mapping

LETTERS = "abcdefghijkmnpqrstuvwxyz"

IN_2006: Mapping[str, str] = {
    "100": "1 1a-b 2 3 4 5",
    "101": "1 2 3 4 4a 5 5a-b",
    "102": "1 2 2a-c 3 3a-f 4 4a-c 5",
    "103": "1 2 3 4 4a-b",
    "104": "1 2 3 3a-e",
    "300": "1 2 3 4 5 6 7 8 9",
    "314": "1 2 3",
    "418": "1 2 3 3a-d 4 4a-b 5 5a-i 6 6a-d",
    "419": "1 1a-e 2 3 4 5 5a-b 6 6a-h 7 7a-c 8 8a-c 9 9a-b",
    "420": "1 2 3 4 5 5a-n",
    "421": "1 2 3 4 5",
    "500": "1 2 3 4 5",
    "506": "1 2 3 4 5 5a 6 7",
    "507": "1 1a-c 2 3 3a-d 4",
    "600": "1 2 3 4 4a-d",
    "601": "1 2 2a-d 3 4 5 5a-c 6 7 7a 8 9 10 11 12 13 14 14a-b",
    "602": "1 2 2a 3 3a-b 4 4a-b 5",
    "603": "1 2",
    "604": "1 1a-b",
    "605": "1 2 2a-c 3 4",
    "606": "1 2 3 4 4a-b 5 6 6a-h 7 7a-d 8 8a-c 9 9a-c 10",
    "607": "1 2 3 3a-c 4 5 5a 6 7",
    "608": "1 2 2a-c 3 4 4a-e 5",
    "609": "1 2 2a-c 3 4 5 6",
}
"""The text of 2006-10-01: 104, 314, 421, 506 and 507 in copies that others keep, the others as we have it."""

IN_2011: Mapping[str, str] = {"104": "1 2 2a-d 3 3a-k 4 4a-i 5 6"}
"""The text of 2011-09-30, of which we have rule 104."""

ANNOUNCED: Mapping[str, str] = {
    "118": "9",
    "120": "4",
    "121": "1c",
    "701": "8g 24",
    "704": "6",
    "712": "1",
    "714": "1 1a 3",
    "715": "1",
    "716": "3 4 5 6",
    "800": "4 4a 4d",
    "801": "11 15 15b 16 17 18 19 20",
    "810": "10 10a-c",
    "811": "5",
    "901": "6",
    "903": "6 14 14a",
}
"""Rules of 2011 by what was announced of changes from January 2011 to July 2013, and by what rule 104 cites.

Such as: 121.1c was new in January 2011, 810.10c in June 2011, 701.8g, 701.25 and section 711 in September
2011, 704.7 and 800.4c in January 2012; 801.12 and 801.14 went in July 2013, and what followed moved.
"""

UNTIL_2017: Mapping[str, str] = {
    "101": "2 4",
    "103": "2 2a-b 3 4 4b-c 7 7a-c",
    "107": "1 1a-b",
    "118": "1 1a-d 2 3 4 4a 5 6 7 8",
    "119": "3 3a-f 4 8",
    "121": "1",
    "500": "1 7 8 9",
    "514": "2",
    "614": "6 10 10a",
    "615": "6 7",
    "616": "1",
    "701": "8 8a-c",
    "704": "3 4 5 5a-c 5t-v",
    "800": "2 5",
    "801": "2 2a-c 3 4 5 5a-c 7 10",
    "802": "2 2a",
    "803": "1 1a-b",
    "804": "1 2",
    "805": "1 2 3 4 5 6 8 10",
    "806": "2 2a-b",
    "807": "2 3 4 4a-j",
    "808": "2 4",
    "809": "1 2 3 3a-c 4 5 6 6a 7",
    "810": "1 2 3 4 5 6 8 8a-d 9 9a-h 11",
    "811": "1 2 2a-c 3 4",
    "901": "9 9a-c",
    "902": "4 5 5a-b",
    "903": "3 7",
    "904": "2 2a 5 6 12",
}
"""Rules that say the same under this number in the text of 2017-08-25, and that nothing we have read moved in
between; of 103.4 the letters are one earlier, since 103.4a was new in July 2013."""


def spelled_out(sections: Mapping[str, str]) -> frozenset[str]:
    """Return every number that such a table stands for, sections included."""
    found = set(sections)
    for section, labels in sections.items():
        for label in labels.split():
            first, _, last = label.partition("-")
            if last:
                letters = LETTERS[LETTERS.index(first[-1]) : LETTERS.index(last) + 1]
                found.update(f"{section}.{first[:-1]}{letter}" for letter in letters)
            else:
                found.add(f"{section}.{first}")
    return frozenset(found)
