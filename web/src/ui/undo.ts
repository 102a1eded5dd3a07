import { tellProblem } from './tell-problem.ts';

type Undo = () => Promise<void>;

interface Offer {
  readonly undo: Undo;
  hideNotice(): void;
}

/** So long it is offered, and so long what cannot be taken back afterwards waits. */
export const UNDO_WITHIN_MS = 10_000;
const MOST_KEPT = 50;
const kept: Offer[] = [];

/** What the key for it takes back next, until the function that this returns is called. */
export function rememberUndo(undo: Undo): () => void {
  const offer = keep(undo);
  return () => void drop(offer);
}

export function undoLast(): void {
  const offer = kept.at(-1);
  if (offer) use(offer);
}

/** Says what was done, and offers to take it back, until the function that this returns is called. */
export function tellUndo(message: string, undo: Undo): () => void {
  const offer = keep(undo);
  void tell(message, offer);
  return () => void drop(offer);
}

/** Says so when it fails. */
export function tryOut(work: Promise<void>): void {
  work.catch(tellProblem);
}

async function tell(message: string, offer: Offer): Promise<void> {
  const { showDone } = await import('./notices.tsx');
  // it may have been taken back, or be past that, before this was loaded
  if (kept.includes(offer)) offer.hideNotice = showDone(message, () => use(offer));
}

function keep(undo: Undo): Offer {
  const offer = { undo, hideNotice: () => undefined };
  kept.push(offer);
  const [oldest] = kept;
  if (oldest && kept.length > MOST_KEPT) drop(oldest);
  return offer;
}

function use(offer: Offer): void {
  if (drop(offer)) tryOut(offer.undo());
}

/** It is offered nowhere any more. False when that was so already. */
function drop(offer: Offer): boolean {
  const at = kept.indexOf(offer);
  if (at < 0) return false;
  kept.splice(at, 1);
  offer.hideNotice();
  return true;
}
