import { describeProblem } from './describe-problem.ts';

type Undo = () => Promise<void>;

/** So long it is offered, and so long what cannot be taken back afterwards waits. */
export const UNDO_WITHIN_MS = 10_000;
const MOST_KEPT = 50;
const kept: Undo[] = [];

/** What the key for it takes back next. */
export function rememberUndo(undo: Undo): void {
  kept.push(undo);
  if (kept.length > MOST_KEPT) kept.shift();
}

export function undoLast(): void {
  const undo = kept.pop();
  if (undo) tryOut(undo());
}

/** Says what was done, and offers to take it back. */
export async function tellUndo(message: string, undo: Undo): Promise<void> {
  rememberUndo(undo);
  const { showDone } = await import('./notices.tsx');
  showDone(message, () => {
    const at = kept.indexOf(undo);
    if (at < 0) return;
    kept.splice(at, 1);
    tryOut(undo());
  });
}

/** Says so when it fails. */
export function tryOut(work: Promise<void>): void {
  work.catch(async (error: unknown) => {
    const { showProblem } = await import('./notices.tsx');
    showProblem(describeProblem(error instanceof Error ? error : new Error(String(error))));
  });
}
