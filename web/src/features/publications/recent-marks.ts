import type { Publication } from '../../api/shapes.ts';

export type Marks = Partial<Pick<Publication, 'is_read' | 'is_favorite'>>;

interface Mark {
  readonly marks: Marks;
  /** in `performance.now()`; infinite until the service has responded */
  settledAt: number;
}

const REMEMBERED_MS = 60_000;
const recent = new Map<number, Mark>();

/** Remembers marks until a while after the service has responded. Call the returned function when it has. */
export function rememberMarks(ids: Iterable<number>, marks: Marks): () => void {
  const now = performance.now();
  for (const [id, { settledAt }] of recent) if (now - settledAt > REMEMBERED_MS) recent.delete(id);
  const added: Mark[] = [];
  for (const id of ids) {
    const mark = { marks: { ...recent.get(id)?.marks, ...marks }, settledAt: Number.POSITIVE_INFINITY };
    recent.set(id, mark);
    added.push(mark);
  }
  return () => {
    for (const mark of added) mark.settledAt = performance.now();
  };
}

/** A publication from a response, with recent marks that the service may not have known at `requestedAt` (`performance.now()`). */
export function withRecentMarks<P extends Publication>(publication: P, requestedAt: number): P {
  const mark = recent.get(publication.publication_id);
  return mark && mark.settledAt >= requestedAt ? { ...publication, ...mark.marks } : publication;
}
