"""``make texts``: collects the texts, updates every catalogue and lists missing translations."""

import asyncio

from babel.messages.catalog import Catalog

from cogs.catalogues import missing, ways
from cogs.catalogues.collecting import collected
from cogs.locales.catalogs import DOMAINS, catalog_text, file, read_catalog
from cogs.text.language import ENGLISH, LANGUAGE_NAMES
from cogs.unconnected import unconnected


async def main() -> None:
    """Update the catalogue files, and the tables of docs/rules.md."""
    ways.RULES_GUIDE.write_text(
        ways.with_table(ways.RULES_GUIDE.read_text(encoding="utf-8")), encoding="utf-8"
    )
    texts = await all_texts()
    filled = missing.read_filled(
        missing.MISSING_FILE.read_text(encoding="utf-8") if missing.MISSING_FILE.exists() else ""
    )
    catalogs = dict[str, Catalog]()
    for language in LANGUAGE_NAMES:
        if language == ENGLISH:
            continue
        both = catalogs[language] = Catalog(locale=language)
        for domain in DOMAINS:
            catalog = update_catalog(read_catalog(language, domain), texts[domain])
            missing.fill_missing(catalog, language, filled)
            path = file(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(catalog_text(catalog))
            for message in filter(lambda one: one.id, catalog):
                both[message.id] = message
    rest = missing.missing_file(catalogs, missing.glossary())
    missing.MISSING_FILE.unlink(missing_ok=True)
    if rest:
        missing.MISSING_FILE.write_text(rest, encoding="utf-8")
        print(f"Texts without a translation are in {missing.MISSING_FILE}: fill them in, and run this again")


async def all_texts() -> dict[str, Catalog]:
    """Return every text by its domain, including those of the commands."""
    async with unconnected() as (bot, _):
        return collected(bot.tree)


def update_catalog(translated: Catalog, texts: Catalog) -> Catalog:
    """Return a catalogue with exactly these texts, and their existing translations."""
    fresh = Catalog(locale=translated.locale, domain=texts.domain, fuzzy=False)
    for message in texts:
        if message.id:
            known = translated.get(
                message.id if isinstance(message.id, str) else message.id[0], message.context
            )
            kept = known if known is not None and known.id == message.id else None
            fresh.add(
                message.id,
                kept.string if kept is not None else None,
                locations=message.locations,
                flags=kept.flags & {"fuzzy"} if kept is not None else (),
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return fresh


if __name__ == "__main__":
    asyncio.run(main())
