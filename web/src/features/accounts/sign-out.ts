import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { SESSION_KEY } from '../../api/session.ts';
import { hideNotices, NOTICES_KEY } from '../../ui/notices.tsx';
import { saveStoredDrafts } from '../notes/save-stored-drafts.ts';
import { countUnsaved, forgetDrafts } from '../notes/unsaved-drafts.ts';
import { forgetKept } from '../offline/kept-answers.ts';
import { forgetMarks, sendMarks } from '../publications/send-marks.ts';
import { unconfirmedMarks } from '../publications/unconfirmed-marks.ts';
import { type SignOut, signOutQuery } from './sign-out-query.ts';

/** How long a sign-out waits for notes and marks. */
const MAX_SAVE_MS = 3000;
/** The queries that are left after a sign-out that the service did not confirm. */
const STAYS: readonly unknown[] = [SESSION_KEY[0], signOutQuery.queryKey[0], NOTICES_KEY[0]];

function setStep(step: SignOut): void {
  queryClient.setQueryData<SignOut>(signOutQuery.queryKey, step);
}

/** Signs out. Notes and marks are saved before. If some cannot be saved, asks whether they may be lost. */
export async function signOut(): Promise<void> {
  // without a connection even the code that saves may be missing
  const saved = Promise.allSettled([saveStoredDrafts(), sendMarks()]);
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, MAX_SAVE_MS))]);
  const [notes, marks] = [countUnsaved(), unconfirmedMarks().length];
  if (notes + marks > 0) setStep({ step: 'asking', unsaved: { notes, marks } });
  else await leave();
}

export function staySignedIn(): void {
  setStep(null);
}

/**
 * Ends the session, and deletes what this browser has of the user, also if the service cannot be reached. (OWASP ASVS
 * 5.0, 14.3.1.) Then the page reloads, so that nothing that the user saw stays in memory.
 */
export async function leave(): Promise<void> {
  // what is requested for pages that disappear would be refused
  await queryClient.cancelQueries();
  const hasEnded = await endSession();
  forgetDrafts();
  forgetMarks();
  await forgetKept();
  if (hasEnded) {
    // without a session, the page does not ask about unsaved changes when it unloads
    queryClient.removeQueries({ queryKey: SESSION_KEY });
    location.assign('/sign-in');
    return;
  }
  // takes the place of all pages; the session stays, because its CSRF token is needed to try again
  setStep({ step: 'unreachable' });
  hideNotices();
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !STAYS.includes(name) });
}

/** Returns whether the session has ended, now or before. */
async function endSession(): Promise<boolean> {
  try {
    await unwrap(api.POST('/api/v1/auth/logout'));
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}
