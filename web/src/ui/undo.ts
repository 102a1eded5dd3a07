import type { Mutation } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { showDone } from './notices.tsx';
import { notifyProblem } from './notify-problem.ts';

type Undo = () => Promise<unknown>;

/** Each undo that is on offer is a mutation that has not started. */
const UNDO_KEY = ['undo'] as const;
const MAX_KEPT = 50;
const cache = queryClient.getMutationCache();

/** Adds an undo for the shortcut. `id` is that of the action, for `forgetUndo`. */
export function rememberUndo(undo: Undo, id = ''): void {
  keep(undo, id);
}

/** Ends the offer to undo an action that did not happen. */
export function forgetUndo(id: string): void {
  for (const offer of offers()) if (offer.options.mutationKey?.at(-1) === id) cache.remove(offer);
}

export function undoLast(): void {
  const last = offers().at(-1);
  if (last) use(last);
}

/** Shows what was done with a button that undoes it. Call the returned function to end the offer. */
export function offerUndo(message: string, undo: Undo, id = ''): () => void {
  const offer = keep(undo, id);
  const hideNotice = showDone(message, () => use(offer));
  const unsubscribe = cache.subscribe(({ mutation, type }) => {
    if (mutation !== offer || (type !== 'removed' && type !== 'updated')) return;
    unsubscribe();
    hideNotice();
  });
  return () => cache.remove(offer);
}

/** Shows a notice if the work fails. */
export function reportFailure(work: Promise<unknown>): void {
  work.catch(notifyProblem);
}

function keep(undo: Undo, id: string): Mutation {
  const offer: Mutation = cache.build(queryClient, {
    mutationKey: [...UNDO_KEY, id],
    mutationFn: undo,
    gcTime: Number.POSITIVE_INFINITY,
    onSettled: () => cache.remove(offer),
  });
  const [oldest, ...others] = offers();
  if (oldest && others.length >= MAX_KEPT) cache.remove(oldest);
  return offer;
}

function use(offer: Mutation): void {
  if (offers().includes(offer)) reportFailure(offer.execute(undefined));
}

/** The oldest first. */
function offers(): Mutation[] {
  return cache.findAll({ mutationKey: UNDO_KEY, status: 'idle' });
}
