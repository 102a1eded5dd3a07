import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { POLL_MS, WorkLoop } from '../platform/work-loop.ts';
import { BEGIN_WITHIN_MS, type ClaimedChannel, claimChannels, readWait, releaseChannel } from './claim-store.ts';
import { composeMessages } from './compose.ts';
import { deliverDue } from './deliver.ts';
import { publishEvents } from './list-events.ts';
import type { Send } from './message.ts';
import type { ChannelKind } from './target.ts';

/** How many channels a process serves at the same time. */
const MAX_RUNNING = 6;

/** A process begins with at most 19 channels a second, so that a thousand mails at one hour leave the processor to users. */
const PACE_MS = 52;

/** Its notifications say that a channel may have something to do. */
export const CHANNELS_CHANNEL = 'channels';

/**
 * Composes and sends the messages of all channels. Each channel is claimed by one process at a time, so its messages are sent in order. If a process dies, its
 * claims expire, and others continue.
 */
export function makeChannelLoop(services: Services, senderOf: (kind: ChannelKind) => Send): WorkLoop {
  return new WorkLoop(services, {
    name: 'channels',
    channel: CHANNELS_CHANNEL,
    poll: (loop) => poll(services, senderOf, loop),
  });
}

async function poll(services: Services, senderOf: (kind: ChannelKind) => Send, loop: WorkLoop): Promise<number> {
  const { db } = services;
  await publishEvents(services);
  const claimedAt = performance.now();
  const claimed = await claimChannels(db, MAX_RUNNING - loop.runningCount);
  for (const channel of claimed) {
    loop.run(() => serve(services, channel, senderOf(channel.kind), loop, claimedAt));
    await pause(PACE_MS, loop.stopping);
  }
  // the end of some work, too, leads to another poll
  if (loop.runningCount === MAX_RUNNING) return POLL_MS;
  if (claimed.length > 0) return 0;
  return Math.min(POLL_MS, (await readWait(db)) ?? POLL_MS);
}

async function serve(
  services: Services,
  channel: ClaimedChannel,
  send: Send,
  { stopping, signal }: WorkLoop,
  claimedAt: number,
): Promise<void> {
  const { db, log } = services;
  const hasTime = () => !stopping.aborted && performance.now() - claimedAt < BEGIN_WITHIN_MS;
  try {
    if (channel.isDue) await composeMessages(db, channel);
    await deliverDue(services, channel, send, { hasTime, signal });
  } catch (error) {
    // the claim expires, so that a channel that fails at once is not tried in a loop
    log.warn({ err: error, channel: channel.id }, 'a channel could not be served and will be retried');
    return;
  }
  await releaseChannel(db, channel).catch((error: unknown) =>
    log.warn({ err: error, channel: channel.id }, 'a channel could not be released; its claim will expire'),
  );
}
