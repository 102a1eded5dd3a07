import { useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './problem-text.module.css';

/** The request id to give to an operator, or nothing if the service sent no response. */
export function RequestId({ error }: { error: Error }) {
  const code = useRef<HTMLElement>(null);
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <p className={classes.id}>
      {texts.problems.requestId} <code ref={code}>{error.requestId}</code>{' '}
      <CopyButton text={error.requestId} what="requestId" shownIn={code} />
    </p>
  );
}
