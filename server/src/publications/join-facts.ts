import { isOnlyImported } from './imported.ts';

/** What a work's row says, of what a merge may change. */
export interface WorkRow {
  readonly id: number;
  readonly title: string;
  readonly author_text: string | null;
  readonly venue_text: string | null;
  readonly year: number | null;
  readonly pub_url: string | null;
  readonly citation_count: number;
  readonly citation_key: string | null;
  readonly origin_key: string | null;
  readonly imported_fields: readonly string[];
}

const FIELDS = ['title', 'author_text', 'venue_text', 'year', 'pub_url'] as const;
/** Some of its identifiers were imported. */
const IDENTIFIERS = 'identifiers';
type Field = (typeof FIELDS)[number];
type Value = string | number;

/** What an earlier merge did to a winner's row. */
export interface EarlierJoin {
  readonly before: WorkRow;
  readonly after: WorkRow;
}

/**
 * The winner's facts once the losers are part of it: its gaps are filled, the count is the greatest. `earlier` are the merges before this one that
 * stand, in their order: what they filled is a gap for this one, so that the order of merges makes no difference. With `isShared` several users link
 * the works: then nothing is shown that only imports say, but for a title where no source says one.
 */
export function joinFacts<T extends WorkRow>(
  winner: T,
  losers: readonly WorkRow[],
  earlier: readonly EarlierJoin[],
  { isShared }: { isShared: boolean },
): T {
  const imported = new Set(winner.imported_fields);
  const filled: Partial<Record<Field, Value | null>> = {};
  let origin = winner.origin_key;
  for (const field of FIELDS) {
    const isFilled = wasFilled(field, winner, earlier);
    if (!isGap(winner, field) && !isFilled) continue;
    const said = [...losers, ...(isFilled ? [winner] : [])].filter((work) => !isGap(work, field));
    if (isShared && said.length === 0 && field !== 'title') {
      filled[field] = null;
      imported.delete(field);
      continue;
    }
    const isEmpty = winner[field] === null || isFilled;
    const pool = said.length > 0 ? said : isEmpty ? [...losers, winner] : [];
    const value = best(pool.flatMap((work) => work[field] ?? []));
    if (value === undefined) continue;
    filled[field] = value;
    if (said.length > 0) imported.delete(field);
    else imported.add(field);
    if (field === 'title') origin = originOf(said.filter((work) => work.title === value)) ?? origin;
  }
  if (isShared) imported.delete(IDENTIFIERS);
  else if (losers.some((work) => work.imported_fields.includes(IDENTIFIERS))) imported.add(IDENTIFIERS);
  const counted = [winner, ...losers].reduce((most, work) => (countsMore(work, most) ? work : most));
  return {
    ...winner,
    ...filled,
    origin_key: origin,
    imported_fields: asBefore(imported, winner.imported_fields),
    citation_count: counted.citation_count,
    citation_key: counted === winner ? winner.citation_key : countKey(counted),
  };
}

/**
 * The facts when the works are taken apart: as before, but what a crawl has changed since stays. `ownKeys` are the source rows that lead to the
 * winner once the losers have theirs again.
 */
export function partFacts<T extends WorkRow>(
  current: T,
  before: WorkRow,
  after: WorkRow,
  ownKeys: ReadonlySet<string>,
): T {
  const facts: Record<string, unknown> = {};
  const imported = new Set(current.imported_fields);
  for (const field of FIELDS) {
    if (current[field] !== after[field]) continue;
    facts[field] = before[field];
    if (before.imported_fields.includes(field)) imported.add(field);
    else imported.delete(field);
  }
  const hadImported = (work: WorkRow) => work.imported_fields.includes(IDENTIFIERS);
  if (hadImported(current) && hadImported(after) && !hadImported(before)) imported.delete(IDENTIFIERS);
  if (hadImported(before) && !hadImported(after)) imported.add(IDENTIFIERS);
  // a count that came from a loser's row went on with that row
  const counted = countKey(current);
  const isLosers = counted !== null && counted !== countKey(before) && !ownKeys.has(counted);
  const isSame = current.citation_count === after.citation_count && current.citation_key === after.citation_key;
  const count = isLosers || isSame ? before : current;
  return {
    ...current,
    ...facts,
    origin_key: current.origin_key === after.origin_key ? before.origin_key : current.origin_key,
    imported_fields: asBefore(imported, before.imported_fields),
    citation_count: count.citation_count,
    citation_key: count.citation_key,
  };
}

/** Whether a row of a source has taken over a work that nothing but imports knew. */
export function isTakenOver(now: WorkRow, then: WorkRow): boolean {
  return isOnlyImported(then) && !isOnlyImported(now) && now.origin_key !== null;
}

/** What a row of a source has said of one work, said of another that nothing but imports knew; where the row says nothing, the import's word stays. */
export function handOnFacts<T extends WorkRow>(taken: WorkRow, into: T): T {
  const said: Record<string, unknown> = {};
  for (const field of FIELDS) if (!isGap(taken, field)) said[field] = taken[field];
  return {
    ...into,
    ...said,
    origin_key: taken.origin_key,
    citation_count: taken.citation_count,
    citation_key: taken.citation_key,
    imported_fields: into.imported_fields.filter((field) => field !== 'citation_count' && !(field in said)),
  };
}

function isGap(work: WorkRow, field: Field): boolean {
  return work[field] === null || work.imported_fields.includes(field);
}

/** Whether the value was a gap that merges filled, and nobody else has said anything since. */
function wasFilled(field: Field, winner: WorkRow, earlier: readonly EarlierJoin[]): boolean {
  let filledWith: Value | null = null;
  for (const { before, after } of earlier) {
    const isOpen: boolean = isGap(before, field) || (filledWith !== null && before[field] === filledWith);
    filledWith = isOpen ? after[field] : null;
  }
  return filledWith !== null && winner[field] === filledWith;
}

/** The fullest text, the earliest year. */
function best(values: readonly Value[]): Value | undefined {
  const rank = (value: Value) => (typeof value === 'string' ? -value.length : value);
  return values.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0];
}

function countKey(work: WorkRow): string | null {
  return work.citation_key ?? work.origin_key;
}

/** A work that only imports knew takes over the row that made the loser's title. */
function originOf(works: readonly WorkRow[]): string | undefined {
  return works.flatMap((work) => work.origin_key ?? []).sort()[0];
}

/** What a source counts goes before what an import says. */
function countsMore(work: WorkRow, than: WorkRow): boolean {
  const [key, other] = [countKey(work), countKey(than)];
  if ((key === null) !== (other === null)) return key !== null;
  if (work.citation_count !== than.citation_count) return work.citation_count > than.citation_count;
  return key !== null && other !== null && key < other;
}

/** The fields in the order in which they stood, where these are the same. */
function asBefore(fields: ReadonlySet<string>, before: readonly string[]): readonly string[] {
  const isSame = fields.size === before.length && before.every((field) => fields.has(field));
  return isSame ? before : [...fields].sort();
}
