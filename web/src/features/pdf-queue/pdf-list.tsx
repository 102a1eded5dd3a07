import { useMutation } from '@tanstack/react-query';
import type { PdfSearch } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { pdfReasons } from '../../texts/en/pdf-reasons.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import list from '../admin/list.module.css';
import classes from './pdf-list.module.css';
import { isOpen, requeue } from './pdf-queue-query.ts';

const { pdfs: texts } = adminTexts;

export function PdfList({ items }: { items: readonly PdfSearch[] }) {
  const now = useNow();
  return (
    <ul className={list.list}>
      {items.map((item) => (
        <PdfRow key={item.publication_id} item={item} now={now} />
      ))}
    </ul>
  );
}

/** Publication, status with the reason, and attempts of one search. */
function PdfRow({ item, now }: { item: PdfSearch; now: number }) {
  const { mutate, data: message, isPending, error } = useMutation({ mutationFn: () => requeue(item.publication_id) });
  const { display_identifier: identifier, next_attempt_at: next } = item;
  return (
    <li className={list.item}>
      <div className={classes.row}>
        <div className={classes.what}>
          <span className={list.strong} dir="auto">
            {item.title}
          </span>
          <div className={list.quiet}>
            {identifier && (
              <>
                <a href={identifier.url} target="_blank" rel="noreferrer">
                  {identifier.label}
                </a>{' '}
                ·{' '}
              </>
            )}
            {texts.publication(item.publication_id)}
            {item.requested_by_email !== null && (
              <>
                {' '}
                · {texts.requestedBy} <bdi>{item.requested_by_email}</bdi>
              </>
            )}
          </div>
        </div>
        <div className={classes.state}>
          <strong>{texts.state[item.status]}</strong>
          {item.pdf_url !== null && (
            <>
              {' '}
              <a href={item.pdf_url} target="_blank" rel="noreferrer">
                {texts.open}
              </a>
            </>
          )}
          <div className={list.quiet}>{item.last_failure_detail ?? describeReason(item.last_failure_reason)}</div>
        </div>
        <div className={list.quiet}>
          <div>{texts.attempts(item.attempt_count)}</div>
          {item.last_attempt_at !== null && <div>{texts.last(formatTime(item.last_attempt_at))}</div>}
          {next !== null && <div>{texts.next(formatDistance(next, now))}</div>}
        </div>
        <BusyButton
          isSmall
          isBusy={isPending}
          isDisabled={isOpen(item)}
          aria-label={texts.requeueNamed(item.title)}
          onClick={() => mutate()}
        >
          {texts.requeue}
        </BusyButton>
      </div>
      <div className={list.quiet} role="status">
        {message}
      </div>
      <ProblemText error={error} />
    </li>
  );
}

function describeReason(reason: string | null): string | null {
  return reason === null ? null : (pdfReasons[reason] ?? reason);
}
