/** The fields of a stored record that determine the display. */
export interface StoredText extends Omit<Summary, 'citations'> {
  readonly source: string;
  readonly key: string;
  /** null: public */
  readonly ownerId: number | null;
  readonly citations: number | null;
  /** false: the migration from 0.1.0 copied it, and the source has not confirmed it yet */
  readonly isStated: boolean;
  /** a profile lists the record now */
  readonly isLive: boolean;
}

/** What a publication shows. */
export interface Summary {
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  readonly citations: number;
  readonly url: string | null;
}

/** Sources that describe publications, the most trusted first. */
const SOURCES: readonly string[] = ['google_scholar', 'openalex', 'dblp', 'orcid'];

/**
 * Computes the display of a publication from its public records, or from its private ones if none is public. The best
 * record gives the text, and the next ones fill the missing fields. The citation count is the highest among the best
 * source's live records. The order of the records does not matter.
 * @throws Error without records
 */
export function summarize(records: readonly StoredText[]): Summary {
  const visible = records.filter(({ ownerId }) => ownerId === null);
  const ranked = (visible.length > 0 ? visible : [...records]).sort(compare);
  const [best] = ranked;
  if (!best) throw new Error('cannot summarize a publication without records');
  const first = <Field extends keyof StoredText>(field: Field) =>
    ranked.find((record) => record[field] !== null)?.[field] ?? null;
  return {
    title: best.title,
    authors: first('authors'),
    venue: first('venue'),
    year: first('year'),
    citations: citationsOf(ranked),
    url: first('url'),
  };
}

function citationsOf(ranked: readonly StoredText[]): number {
  const counted = ranked.filter(({ citations }) => citations !== null);
  const live = counted.filter(({ isLive }) => isLive);
  const pool = live.length > 0 ? live : counted;
  const bestSource = Math.min(...pool.map(({ source }) => rankOf(source)));
  return Math.max(
    0,
    ...pool.filter(({ source }) => rankOf(source) === bestSource).map(({ citations }) => citations ?? 0),
  );
}

function compare(a: StoredText, b: StoredText): number {
  return (
    Number(b.isStated) - Number(a.isStated) ||
    Number(b.isLive) - Number(a.isLive) ||
    rankOf(a.source) - rankOf(b.source) ||
    completeness(b) - completeness(a) ||
    byText(a.source, b.source) ||
    byText(a.key, b.key)
  );
}

function rankOf(source: string): number {
  const rank = SOURCES.indexOf(source);
  return rank === -1 ? SOURCES.length : rank;
}

/** How complete a record is. A text that the source cut off counts less. */
function completeness({ authors, venue, year, url }: StoredText): number {
  const whole = [authors, venue].filter((text) => text !== null && !/(?:…|\.\.\.)\s*$/.test(text));
  return whole.length * 2 + [authors, venue, year, url].filter((field) => field !== null).length;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
