import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Delivery } from '../../api/shapes.ts';
import { channelTexts as texts } from '../../texts/en/channels.ts';
import classes from './channel-list.module.css';
import { channelsQuery } from './channels-query.ts';

/** What became of a test message: that it was delivered, or why not. */
export function TestResult({ delivery }: { delivery: Delivery | undefined }) {
  const hasEnded = delivery !== undefined && delivery.ended_at !== null;
  useEffect(() => {
    // the channel shows its last message, too
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true });
  }, [hasEnded]);
  const isDelivered = delivery?.status === 'delivered';
  return (
    <p role="status" className={classes.result} data-outcome={hasEnded ? (isDelivered ? 'good' : 'bad') : undefined}>
      {isDelivered ? texts.delivered : (delivery?.error ?? texts.sending)}
    </p>
  );
}
