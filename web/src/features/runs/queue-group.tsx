import { Link } from '@tanstack/react-router';
import type { QueueItem } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Action } from './change-queue.ts';
import { describeLastError, describeProgress, describeReason, labelOfItem } from './describe-item.ts';
import classes from './queue-list.module.css';

const texts = runsTexts.queue;

export interface QueueGroupProps {
  readonly status: QueueItem['status'];
  readonly items: readonly QueueItem[];
  readonly isBusy: boolean;
  readonly onAction: (act: Action, items: readonly QueueItem[]) => void;
}

/** Queue items of one status, with their actions. */
export function QueueGroup({ status, items, isBusy, onAction }: QueueGroupProps) {
  const now = useNow();
  const hint = texts.groupHints[status];
  const actions: readonly Action[] = status === 'dropped' ? ['retry', 'clear'] : ['drop'];
  if (items.length === 0) return null;
  return (
    <section className={classes.group} aria-labelledby={`queue-${status}`}>
      <div className={classes.head}>
        <h2 id={`queue-${status}`} tabIndex={-1}>
          {texts.groups[status]} ({formatNumber(items.length)})
        </h2>
        {status === 'dropped' && items.length > 1 && (
          <div className={classes.acts}>
            <BusyButton isSmall isBusy={isBusy} onClick={() => onAction('retry', items)}>
              {texts.retryAll}
            </BusyButton>
            <BusyButton isSmall isBusy={isBusy} onClick={() => onAction('clear', items)}>
              {texts.clearAll}
            </BusyButton>
          </div>
        )}
      </div>
      {hint !== null && (
        <Text tone="quiet" data-mb="xs">
          {hint}
        </Text>
      )}
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            <ItemText item={item} now={now} />
            <div className={classes.acts}>
              {actions.map((act) => (
                <BusyButton
                  key={act}
                  isSmall
                  look={act === 'retry' ? 'default' : 'quiet'}
                  aria-label={texts.actOn(texts[act], labelOfItem(item))}
                  isBusy={isBusy}
                  onClick={() => onAction(act, [item])}
                >
                  {texts[act]}
                </BusyButton>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ItemText({ item, now }: { item: QueueItem; now: number }) {
  const [when, error] = [describeProgress(item, now), describeLastError(item)];
  return (
    <div className={classes.what}>
      <Link to="/" search={{ scholar: item.scholar_profile_id }} className={classes.name}>
        <bdi>{labelOfItem(item)}</bdi>
      </Link>
      <div>{describeReason(item)}</div>
      {error !== null && <div>{error}</div>}
      {when !== null && <div className={classes.quiet}>{when}</div>}
    </div>
  );
}
