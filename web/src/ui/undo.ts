import { showDone } from './notices.tsx';
import { notifyProblem } from './notify-problem.ts';

type Undo = () => Promise<void>;

interface Offer {
  readonly undo: Undo;
  hideNotice(): void;
}

const MAX_KEPT = 50;
const kept: Offer[] = [];

/** Adds an undo for the shortcut. Call the returned function to forget it. */
export function rememberUndo(undo: Undo): () => void {
  const offer = keep(undo);
  return () => void drop(offer);
}

export function undoLast(): void {
  const offer = kept.at(-1);
  if (offer) use(offer);
}

/** Shows what was done with a button that undoes it. Call the returned function to end the offer. */
export function offerUndo(message: string, undo: Undo): () => void {
  const offer = keep(undo);
  offer.hideNotice = showDone(message, () => use(offer));
  return () => void drop(offer);
}

/** Shows a notice if the work fails. */
export function reportFailure(work: Promise<unknown>): void {
  work.catch(notifyProblem);
}

function keep(undo: Undo): Offer {
  const offer = { undo, hideNotice: () => undefined };
  kept.push(offer);
  const [oldest] = kept;
  if (oldest && kept.length > MAX_KEPT) drop(oldest);
  return offer;
}

function use(offer: Offer): void {
  if (drop(offer)) reportFailure(offer.undo());
}

/** Ends an offer. Returns false if it had already ended. */
function drop(offer: Offer): boolean {
  const at = kept.indexOf(offer);
  if (at < 0) return false;
  kept.splice(at, 1);
  offer.hideNotice();
  return true;
}
