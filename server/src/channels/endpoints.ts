import { ownedNotFound } from '../library/owned.ts';
import type { Queries } from '../platform/database/database.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { linkOrigin } from '../platform/http/request-origin.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { changeChannel, createChannel, deleteChannel } from './change-channels.ts';
import { CHANNELS, findChannelKind, listChannels } from './channel-store.ts';
import * as contract from './contract.ts';
import { listDeliveries } from './delivery-log-store.ts';
import { replayDelivery, sendTest } from './request-delivery.ts';
import { rotateSecret } from './signing-secrets.ts';

const DELETED = 'Channel deleted.';

export const list = endpoint({
  summary: 'List your channels: where your news is sent, and when',
  description: 'Of an address that is a secret, only the host and the end are shown.',
  response: contract.ChannelList,
  handle: async ({ db, user, config }) => ({
    channels: await listChannels(db, user.id),
    mail_is_set_up: config.mail !== null,
  }),
});

export const create = endpoint({
  summary: 'Add a channel that announces what happens from now on',
  description:
    'A mail channel waits until the owner of the address agrees, unless it is your own address. The signing secret of a webhook is only in this response.',
  recentSignIn: true,
  body: contract.NewChannel,
  response: contract.CreatedChannel,
  status: 201,
  errors: ['mail_not_set_up', 'public_url_missing', 'too_many_channels'],
  handle: ({ user, body, request, ...services }) =>
    createChannel(services, user, body, linkOrigin(services.config, request)),
});

export const change = endpoint({
  summary: 'Change a channel, pause it or resume it',
  description: 'What the body leaves out stays. News that came during a pause is sent after the channel is resumed.',
  path: IdInPath,
  body: contract.ChannelChange,
  response: contract.OneChannel,
  errors: ['channel_not_found', 'mail_not_set_up', 'password_required', 'public_url_missing'],
  handle: ({ user, path, body, request, session, ...services }) => {
    // where the news goes
    if (body.target) session.requireRecentSignIn();
    return changeChannel(services, user, path.id, body, linkOrigin(services.config, request));
  },
});

export const remove = endpoint({
  summary: 'Delete a channel with the log of its deliveries',
  description: 'Nothing more is sent. It cannot be restored.',
  path: IdInPath,
  response: messageLike(DELETED),
  errors: ['channel_not_found'],
  async handle({ db, user, path }) {
    await deleteChannel(db, user.id, path.id);
    return { message: DELETED };
  },
});

export const rotate = endpoint({
  summary: 'Give a webhook a new signing secret; the previous one stays valid for a day',
  description: 'Messages are signed with both secrets while both are valid. Only this response contains the new one.',
  recentSignIn: true,
  path: IdInPath,
  response: contract.RotatedSecret,
  errors: ['channel_not_found', 'no_signing_secret', 'target_unreadable'],
  handle: ({ user, path, ...services }) => rotateSecret(services, user.id, path.id),
});

export const test = endpoint({
  summary: 'Send a test message; the log of deliveries shows what became of it',
  description: 'The message is queued like any other, also while a channel has no news.',
  path: IdInPath,
  response: contract.OneDelivery,
  errors: ['channel_not_found', 'channel_paused', 'channel_not_confirmed'],
  handle: ({ db, user, path }) => sendTest(db, user.id, path.id),
});

export const deliveries = endpoint({
  summary: 'List the deliveries of a channel, the newest first',
  description: 'For the next page, send the id of the last delivery as `before`.',
  path: IdInPath,
  query: contract.DeliveryQuery,
  response: contract.DeliveryPage,
  errors: ['channel_not_found'],
  async handle({ db, user, path, query: { before = null, limit = 20 } }) {
    await requireChannel(db, user.id, path.id);
    const rows = await listDeliveries(db, path.id, { before, limit: limit + 1 });
    return { deliveries: rows.slice(0, limit), has_more: rows.length > limit };
  },
});

export const replay = endpoint({
  summary: 'Send the news of a delivery again',
  description:
    'Use it for a delivery that failed or that nobody confirmed. The receiver of a webhook recognizes the repeated message by its id.',
  path: contract.ReplayPath,
  response: contract.OneDelivery,
  errors: ['channel_not_found', 'delivery_not_found', 'delivery_waiting', 'channel_paused', 'channel_not_confirmed'],
  handle: ({ db, user, path }) => replayDelivery(db, user.id, path.id, path.delivery_id),
});

async function requireChannel(db: Queries, userId: number, id: number): Promise<void> {
  if ((await findChannelKind(db, userId, id)) === undefined) throw ownedNotFound(CHANNELS);
}
