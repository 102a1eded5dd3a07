import type { Publication } from '../../api/shapes.ts';

type Row = Pick<Publication, 'scholars'>;

/**
 * The row of the next (1) or previous (-1) scholar: the first of the following rows without the scholar of this row, or
 * the first row of the group before. Stops at rows that are not loaded, and returns the last one before these.
 */
export function findOtherScholar(rowAt: (index: number) => Row | undefined, from: number, by: 1 | -1): number {
  const end = endOfGroup(rowAt, from, by);
  const next = end + by;
  if (rowAt(next) === undefined) return end;
  return by === 1 ? next : endOfGroup(rowAt, next, -1);
}

/** The last row in a direction that has the scholar of this row. */
function endOfGroup(rowAt: (index: number) => Row | undefined, from: number, by: 1 | -1): number {
  const scholar = scholarOf(rowAt(from));
  let at = from;
  for (let row = rowAt(at + by); row !== undefined && isBy(row, scholar); row = rowAt(at + by)) at += by;
  return at;
}

function scholarOf(row: Row | undefined): number | undefined {
  return row?.scholars[0]?.scholar_profile_id;
}

function isBy({ scholars }: Row, scholar: number | undefined): boolean {
  return scholar === undefined ? scholars.length === 0 : scholars.some(({ scholar_profile_id: id }) => id === scholar);
}
