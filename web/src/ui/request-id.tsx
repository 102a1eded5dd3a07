import { lazy, Suspense, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import classes from './problem-text.module.css';

// only needed after an error
const CopyButton = lazy(async () => ({ default: (await import('./copy-button.tsx')).CopyButton }));

/** The request id to give to an operator, or nothing if the service sent no response. */
export function RequestId({ error }: { error: Error }) {
  const code = useRef<HTMLElement>(null);
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <p className={classes.id}>
      {texts.problems.requestId} <code ref={code}>{error.requestId}</code>{' '}
      <Suspense fallback={null}>
        <CopyButton text={error.requestId} what="requestId" shownIn={code} />
      </Suspense>
    </p>
  );
}
