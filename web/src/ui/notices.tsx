import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { texts } from '../texts/en.ts';
import { Button, IconButton } from './button.tsx';
import { describeProblem } from './describe-problem.ts';
import { CloseIcon } from './icons.tsx';
import classes from './notices.module.css';
import { RequestId } from './request-id.tsx';

interface Notice {
  readonly id: string;
  readonly message: string;
  readonly error?: Error;
  readonly action?: { readonly label: string; run(): void };
}

const SHOWN_MS = 10_000;
const MAX_SHOWN = 4;
/** The notices are in the cache like everything that several parts of the page share. */
export const NOTICES_KEY = ['notices'] as const;
const NONE: readonly Notice[] = [];

/** The place for notices. */
export function Notices() {
  const { data: notices = NONE } = useQuery({
    queryKey: NOTICES_KEY,
    queryFn: () => NONE,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={classes.notices} aria-label={texts.notices}>
      {notices.slice(-MAX_SHOWN).map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

/** It stays while the pointer or the focus is on it, so that nobody has to hurry. */
function NoticeBox({ notice: { id, message, error, action } }: { notice: Notice }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => hide(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep it on the screen while somebody reads it
    <div
      className={classes.notice}
      role={error ? 'alert' : 'status'}
      data-error={error !== undefined || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.text}>
        {message}
        {error && <RequestId error={error} />}
      </div>
      {action && (
        <Button look="quiet" isSmall onClick={action.run}>
          {action.label}
        </Button>
      )}
      <IconButton aria-label={texts.close} onClick={() => hide(id)}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}

function show(notice: Omit<Notice, 'id'> & { readonly id?: string }): string {
  const id = notice.id ?? crypto.randomUUID?.() ?? `${performance.now()} ${Math.random()}`;
  queryClient.setQueryData<readonly Notice[]>(NOTICES_KEY, (shown = NONE) =>
    // one refusal may be reported twice: for the change and for its undo
    shown.some((one) => one.id === id) ? shown : [...shown, { ...notice, id }],
  );
  return id;
}

function hide(id: string): void {
  queryClient.setQueryData<readonly Notice[]>(NOTICES_KEY, (shown = NONE) => shown.filter((one) => one.id !== id));
}

/** Hides all notices, which may name what the user saw. Later ones are shown. */
export function hideNotices(): void {
  queryClient.setQueryData<readonly Notice[]>(NOTICES_KEY, NONE);
}

/**
 * Shows an error, once per request. Errors without a request, such as a lost connection, are shown once while they are
 * visible.
 */
export function showProblem(error: Error): void {
  const message = describeProblem(error);
  const id = (error instanceof ApiError ? error.requestId : null) ?? message;
  show({ id, message, error });
}

/** Shows what was done and offers an action, such as its undo. Call the returned function to hide the notice early. */
export function showDone(message: string, run: () => void, label = texts.undo): () => void {
  const id = show({ message, action: { label, run } });
  return () => hide(id);
}

/** Shows a message that needs no action. */
export function showMessage(message: string): void {
  show({ message });
}
