import { notifyManager } from '@tanstack/react-query';
import { ApiError, OfflineError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { knownSession } from '../../api/session.ts';
import { describeMark } from '../../texts/en/marks.ts';
import { describeProblem } from '../../ui/describe-problem.ts';
import { showProblem } from '../../ui/notices.tsx';
import { forgetUndo } from '../../ui/undo.ts';
import { keptAtOf } from '../offline/kept-answers.ts';
import { tagNamed, tagsQuery } from '../tags/tags-query.ts';
import {
  invalidateAuthors,
  invalidateOtherLists,
  markCached,
  updateCached,
  visibleLists,
} from './cached-publications.ts';
import { postMark } from './post-mark.ts';
import {
  isStored,
  type KnownMark,
  keep,
  knownMarks,
  type Mark,
  markPrefix,
  setKnownMarks,
  unconfirmedMarks,
  unkeep,
} from './unconfirmed-marks.ts';

/** The key of the mutations that send marks. */
export const SEND_KEY = ['marks', 'send'] as const;
/** Whatever the marks are, the service may accept them later. */
const TEMPORARY: readonly number[] = [401, 429, 502, 503, 504];
const RETRY_MS = 3000;

/** What the storage has for a moment after the service has responded, so that other pages learn of it. */
type Settled = Mark & {
  /** null: the service has the mark */
  readonly refusal: { readonly message: string; readonly requestId: string | null } | null;
};

/** Shows a mark on all pages of the user, keeps it in the browser's storage, and sends it after the marks before. */
export function addMark(mark: Mark): void {
  // a browser without room or permission keeps it only as long as the page
  learnOf(mark, keep(mark));
  trySending();
}

/**
 * Sends the unconfirmed marks in their order. Resolves when the service has responded to all of them.
 * @throws OfflineError, ApiError if the service cannot respond now; the marks are sent after its next response
 */
export async function sendMarks(): Promise<void> {
  while (canSend() && unconfirmedMarks().length > 0) {
    const mutations = queryClient.getMutationCache();
    const running = mutations.find({ mutationKey: SEND_KEY, status: 'pending' });
    await (running ? running.continue() : sendAfterMarks(async () => undefined));
  }
}

/** Sends a request after the marks before it. */
export function sendAfterMarks<Data>(request: () => Promise<Data>): Promise<Data> {
  const send = async () => {
    for (let next = nextMark(); next !== undefined && canSend(); next = nextMark()) await sendMark(next);
    return request();
  };
  const options = { mutationKey: SEND_KEY, scope: { id: 'marks' }, mutationFn: () => withLock(send) };
  return queryClient.getMutationCache().build(queryClient, options).execute(undefined);
}

/** Sends marks whenever the service responds, and takes over what other pages of the user do with theirs. */
export function watchMarks(): void {
  api.use({
    onResponse({ response }) {
      if (response.ok && keptAtOf(response) === null) tryAgain();
    },
  });
  addEventListener('storage', ({ key, newValue }) => {
    const prefix = markPrefix();
    if (prefix === null || !key?.startsWith(prefix)) return;
    if (newValue === null) return dropMark(key.slice(prefix.length));
    const mark: Mark | Settled = JSON.parse(newValue);
    if ('refusal' in mark) void settle(mark);
    else if (!knownMarks().some((known) => known.mark.id === mark.id)) learnOf(mark, true);
  });
  trySending();
}

/** Deletes the marks of the signed-in user that were not sent. */
export function forgetMarks(): void {
  for (const mark of unconfirmedMarks()) {
    unkeep(mark);
    dropMark(mark.id);
  }
}

function trySending(): void {
  void sendMarks().catch(() => undefined);
}

/** Tries now, or in a moment if that has just failed, because a failure can cause a response that comes here. */
function tryAgain(): void {
  if (hasJustFailed()) setTimeout(() => hasJustFailed() || trySending(), RETRY_MS);
  else trySending();
}

function hasJustFailed(): boolean {
  const failed = queryClient.getMutationCache().findAll({ mutationKey: SEND_KEY, status: 'error' }).at(-1);
  return failed !== undefined && Date.now() - failed.state.submittedAt < RETRY_MS;
}

/** Only the signed-in user may send marks. They wait until a session that has ended is renewed. */
function canSend(): boolean {
  const session = knownSession();
  return session != null && session.isOver !== true && !session.password_change_required;
}

/** Two pages never send at the same time, or the earlier of two marks could arrive last. */
function withLock<Data>(send: () => Promise<Data>): Promise<Data> {
  // browsers have locks only over TLS and on the same machine; two pages may then send a mark twice
  return navigator.locks?.request(String(markPrefix()), send) ?? send();
}

function nextMark(): KnownMark | undefined {
  return knownMarks().find(({ confirmedAt }) => confirmedAt === null);
}

async function sendMark({ mark, isKept }: KnownMark): Promise<void> {
  let refusal: Settled['refusal'] = null;
  try {
    // otherwise another page has sent it while the browser had stopped this one
    if (!isKept || isStored(mark)) await postMark(mark);
  } catch (error) {
    if (!(error instanceof Error) || isTemporary(error)) throw error;
    const requestId = error instanceof ApiError ? error.requestId : null;
    refusal = { message: `${describeMark(mark)} ${describeProblem(error)}`, requestId };
  }
  const settled: Settled = { ...mark, refusal };
  if (keep(settled)) unkeep(mark);
  await settle(settled);
}

function isTemporary(error: Error): boolean {
  return error instanceof OfflineError || (error instanceof ApiError && TEMPORARY.includes(error.status));
}

/** Shows what the service has done with a mark. */
async function settle({ refusal, ...mark }: Settled): Promise<void> {
  const known = knownMarks().find((one) => one.mark.id === mark.id && one.confirmedAt === null);
  if (known === undefined) return;
  if (refusal !== null) {
    dropMark(mark.id);
    forgetUndo(mark.id);
    return showProblem(new ApiError(refusal.message, { status: 422, code: 'refused', requestId: refusal.requestId }));
  }
  notifyManager.batch(() => {
    markCached(mark);
    const confirmed = { ...known, confirmedAt: performance.now() };
    setKnownMarks(knownMarks().map((one) => (one === known ? confirmed : one)));
  });
  if (mark.kind === 'notBy') return invalidateAuthors(mark.publicationIds);
  if (mark.kind === 'more' || mark.kind === 'less') return;
  invalidateOtherLists(known.visible);
  // colors wait for the next list if the tags do not arrive
  if (mark.kind === 'tag') void refreshTags().catch(() => undefined);
}

/** Reads the tags with their counts, and gives cached publications the colors of tags that the service has created. */
async function refreshTags(): Promise<void> {
  await queryClient.fetchQuery({ ...tagsQuery, staleTime: 0 });
  updateCached((known) =>
    known.tags.some(({ id }) => id === 0) ? { ...known, tags: known.tags.map(({ name }) => tagNamed(name)) } : known,
  );
}

function dropMark(id: string): void {
  setKnownMarks(knownMarks().filter(({ mark, confirmedAt }) => mark.id !== id || confirmedAt !== null));
}

function learnOf(mark: Mark, isKept: boolean): void {
  setKnownMarks([...knownMarks(), { mark, isKept, visible: visibleLists(), confirmedAt: null }]);
}
