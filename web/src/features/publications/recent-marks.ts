import type { Publication } from '../../api/shapes.ts';

export type Marks = Partial<Pick<Publication, 'is_read' | 'is_favorite'>>;

interface Mark {
  readonly marks: Marks;
  /** of `performance.now()`; infinite until the service has answered */
  settledAt: number;
}

const REMEMBERED_MS = 60_000;
const recent = new Map<number, Mark>();

/** Remembers what is marked until the service knows, and a while longer. Returns what is to be called then. */
export function rememberMarks(ids: Iterable<number>, marks: Marks): () => void {
  const now = performance.now();
  for (const [id, { settledAt }] of recent) if (now - settledAt > REMEMBERED_MS) recent.delete(id);
  const mine: Mark[] = [];
  for (const id of ids) {
    const mark = { marks: { ...recent.get(id)?.marks, ...marks }, settledAt: Number.POSITIVE_INFINITY };
    recent.set(id, mark);
    mine.push(mark);
  }
  return () => {
    for (const mark of mine) mark.settledAt = performance.now();
  };
}

/** What the service answered to a question of `askedAt` (of `performance.now()`), with the marks of which it may not have known. */
export function withRecentMarks<P extends Publication>(publication: P, askedAt: number): P {
  const mark = recent.get(publication.publication_id);
  return mark && mark.settledAt >= askedAt ? { ...publication, ...mark.marks } : publication;
}
