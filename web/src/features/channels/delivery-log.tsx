import { useInfiniteQuery } from '@tanstack/react-query';
import type { Channel, Delivery } from '../../api/shapes.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDistance, formatMoment } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { useNow } from '../../ui/use-now.ts';
import { replayDelivery } from './change-channels.ts';
import classes from './channel-list.module.css';
import { deliveriesQuery } from './deliveries-query.ts';

const texts = channelTexts.deliveries;

/** The messages of a channel: what became of each, and what it announced. */
export function DeliveryLog({ channel }: { channel: Channel }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(deliveriesQuery(channel.id));
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  return (
    <section className={classes.log} aria-label={texts.title(channel.name)}>
      <ProblemText error={error} />
      {deliveries?.length === 0 && <p className={classes.facts}>{texts.none}</p>}
      <ul>
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery.id} channel={channel} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <BusyButton isSmall look="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.older}
        </BusyButton>
      )}
    </section>
  );
}

function DeliveryRow({ channel, delivery }: { channel: Channel; delivery: Delivery }) {
  const now = useNow();
  const { status, titles, error, next_attempt_at: next, attempt_count: attempts } = delivery;
  const when = formatMoment(delivery.created_at);
  const facts = [
    when,
    delivery.is_test ? texts.test : texts.events(delivery.event_count),
    ...(attempts > 1 ? [texts.attempts(attempts)] : []),
  ];
  return (
    <li>
      <p>
        <span className={classes.status} data-status={status}>
          {texts.status[status]}
        </span>{' '}
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </p>
      {titles.map((title, place) => (
        <p key={place} dir="auto" className={classes.title}>
          {title}
        </p>
      ))}
      {error !== null && (
        <p dir="auto" className={classes.reason}>
          {error} {status === 'waiting' && next !== null && texts.next(formatDistance(next, now))}
        </p>
      )}
      {delivery.ended_at !== null && !delivery.is_test && !channel.is_paused && (
        <Button
          isSmall
          look="quiet"
          aria-label={texts.againNamed(when)}
          onClick={() => reportFailure(replayDelivery(channel, delivery))}
        >
          {texts.again}
        </Button>
      )}
    </li>
  );
}
