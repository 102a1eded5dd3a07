import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { POLL_MS, WorkLoop } from '../platform/work-loop.ts';
import { claimChannels, readWait, releaseChannel } from './claim-store.ts';
import { composeMessages } from './compose.ts';
import { deliverDue } from './deliver.ts';
import { publishEvents } from './list-events.ts';
import type { Send } from './message.ts';
import type { ChannelKind } from './target.ts';

/** How many channels a process serves at the same time. */
const MAX_RUNNING = 6;

/**
 * A process begins with at most 19 channels a second, so that a thousand mails at one hour leave the processor to
 * users.
 */
const PACE_MS = 52;

/** A channel that cannot be served is tried again after this time. */
const ERROR_REST_SECONDS = 45;

/** Its notifications say that a channel may have something to do. */
export const CHANNELS_CHANNEL = 'channels';

/**
 * Composes and sends the messages of all channels. Each channel is claimed by one process at a time, so its messages
 * are sent in order. If a process dies, its claims expire, and others continue.
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
    loop.runClaimed({
      name: `channel ${channel.id}`,
      claimedAt,
      async run(job) {
        if (channel.isDue) await composeMessages(db, channel);
        await deliverDue(services, channel, senderOf(channel.kind), job);
        return 0;
      },
      release: (rest) => releaseChannel(db, channel, rest),
      errorRestSeconds: ERROR_REST_SECONDS,
    });
    await pause(PACE_MS, loop.stopping);
  }
  // the end of some work, too, leads to another poll
  if (loop.runningCount === MAX_RUNNING) return POLL_MS;
  if (claimed.length > 0) return 0;
  return Math.min(POLL_MS, (await readWait(db)) ?? POLL_MS);
}
