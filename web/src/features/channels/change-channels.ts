import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Channel, ChannelChange, Delivery, NewChannel } from '../../api/shapes.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { notify } from '../../ui/notify-problem.ts';
import { channelsQuery } from './channels-query.ts';
import { deliveriesQuery } from './deliveries-query.ts';

/**
 * Adds a channel. Returns the signing secret of a webhook, which is shown only now. @throws ApiError
 * `validation_error`, `mail_not_set_up`, `too_many_channels`
 */
export async function addChannel(body: NewChannel): Promise<string | null> {
  const { signing_secret: secret } = await unwrap(api.POST('/api/v1/channels', { body }));
  await refresh();
  return secret;
}

/** @throws ApiError `channel_not_found`, `validation_error`, `mail_not_set_up` */
export async function changeChannel(id: number, body: ChannelChange): Promise<void> {
  show(id, await unwrap(api.PATCH('/api/v1/channels/{id}', { params: { path: { id } }, body })));
  // what waited for the change is sent now
  void queryClient.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
}

/** Pauses or resumes a channel. Shows it at once, and reverts it if the service refuses. */
export async function setPaused(channel: Channel, isPaused: boolean): Promise<void> {
  await queryClient.cancelQueries({ queryKey: channelsQuery.queryKey, exact: true });
  show(channel.id, { ...channel, is_paused: isPaused, pause_reason: isPaused ? 'user' : null });
  try {
    await changeChannel(channel.id, { is_paused: isPaused });
  } catch (error) {
    show(channel.id, channel);
    throw error;
  }
}

export async function deleteChannel({ id }: Channel): Promise<void> {
  await unwrap(api.DELETE('/api/v1/channels/{id}', { params: { path: { id } } }));
  await refresh();
}

/**
 * Asks the owner of the address once more to agree, and says so. @throws ApiError `mail_not_sent`, `mail_not_set_up`,
 * `rate_limited`
 */
export async function askForConsent({ id, shown_target: address }: Channel): Promise<void> {
  await unwrap(api.POST('/api/v1/channels/{id}/confirmation', { params: { path: { id } } }));
  notify(channelTexts.linkSent(address));
}

/** Returns a new signing secret, and until when the previous one is valid. */
export async function rotateSecret({ id }: Channel): Promise<{ secret: string; previousValidUntil: string }> {
  const rotated = await unwrap(api.POST('/api/v1/channels/{id}/secret', { params: { path: { id } } }));
  return { secret: rotated.signing_secret, previousValidUntil: rotated.previous_valid_until };
}

/** Sends a test message. The log has what becomes of it. */
export async function sendTest({ id }: Channel): Promise<Delivery> {
  const sent = await unwrap(api.POST('/api/v1/channels/{id}/test', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
  return sent;
}

/** Sends the news of a delivery again. @throws ApiError `channel_paused`, `delivery_waiting` and others */
export async function replayDelivery({ id }: Channel, delivery: Delivery): Promise<void> {
  const path = { id, delivery_id: delivery.id };
  await unwrap(api.POST('/api/v1/channels/{id}/deliveries/{delivery_id}/replay', { params: { path } }));
  await refresh();
}

function show(id: number, channel: Channel): void {
  queryClient.setQueryData(
    channelsQuery.queryKey,
    (list) => list && { ...list, channels: list.channels.map((one) => (one.id === id ? channel : one)) },
  );
}

/** Reads channels and their logs again. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
}
