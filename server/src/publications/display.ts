import { textVector, titleKey } from '../library/search-words.ts';
import { isPreprintVenue } from '../names/preprints.ts';
import type { DisplayIdentifier } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockPublications, type NewDisplay, readShown, type ShownPublication, saveDisplays } from './display-store.ts';
import { displayIdentifierOf, doiOf, type Identifier } from './identifiers.ts';
import { readStages, saveStages } from './stages.ts';
import { type Summary, summarize } from './summarize.ts';
import type { Version } from './versions.ts';

/** A publication whose displayed identifier changed. */
export interface ShownIdentifier {
  readonly publicationId: number;
  readonly display: DisplayIdentifier | null;
}

/**
 * Recomputes the displays and stages of the canonical publications of these ids, from the records, identifiers and
 * metadata of all their members. Call it when one of these changed, and after a merge. Writes only what differs, and
 * returns the publications whose displayed identifier changed.
 */
export async function refreshDisplays(tx: Tx, publicationIds: readonly number[]): Promise<ShownIdentifier[]> {
  if (publicationIds.length === 0) return [];
  // first, so that a transaction that waited for the lock sees what the previous holder saved
  await lockPublications(tx, publicationIds);
  const shown = await readShown(tx, publicationIds);
  const stages = await readStages(tx, shown);
  const stale = shown.flatMap((publication) => {
    const display = displayOf(publication, stages.get(publication.id)?.versions);
    return differs(publication, display) ? { before: publication, display } : [];
  });
  await saveDisplays(
    tx,
    stale.map(({ before, display }) => (hasText(before, display) ? { ...display, words: null } : display)),
  );
  await saveStages(tx, [...stages.values()]);
  return stale.flatMap(({ before, display: { id, display_identifier: display } }) =>
    isSame(before.display, display) ? [] : { publicationId: id, display },
  );
}

/**
 * What a publication shows: what its records say together, and where it is published, also if the profiles still say
 * where it was a preprint.
 */
export function displayOf(
  { id, records, identifiers }: Pick<ShownPublication, 'id' | 'records' | 'identifiers'>,
  [best]: readonly Version[] = [],
): NewDisplay {
  const summary = summarize(records);
  const isOfPreprint = best?.stage === 'published' && best.venue !== null && isPreprintVenue(summary.venue);
  const year = best?.publishedOn ? Number(best.publishedOn.slice(0, 4)) : summary.year;
  return { id, ...describe(isOfPreprint ? { ...summary, venue: best.venue, year } : summary, identifiers) };
}

/** The columns of a publication for a summary and the best identifier. */
export function describe(summary: Summary, identifiers: readonly Identifier[]): Omit<NewDisplay, 'id'> {
  const { title, authors, venue, year, citations, url } = summary;
  return {
    title,
    title_key: titleKey(title),
    author_text: authors,
    venue_text: venue,
    year,
    citation_count: citations,
    pub_url: url,
    doi: doiOf(identifiers),
    display_identifier: displayIdentifierOf(identifiers),
    words: textVector({ title, author: authors, venue }),
  };
}

/** Whether a publication's stored display is out of date. */
export function differs(before: ShownPublication, display: NewDisplay): boolean {
  return (
    !hasText(before, display) ||
    before.year !== display.year ||
    before.citations !== display.citation_count ||
    before.url !== display.pub_url ||
    before.doi !== display.doi ||
    !isSame(before.display, display.display_identifier)
  );
}

function hasText(before: ShownPublication, display: NewDisplay): boolean {
  return (
    before.title === display.title && before.authors === display.author_text && before.venue === display.venue_text
  );
}

function isSame(a: DisplayIdentifier | null, b: DisplayIdentifier | null): boolean {
  return a?.kind === b?.kind && a?.value === b?.value && a?.confidence_score === b?.confidence_score;
}
