import { readTime } from '../../library/entry-store.ts';
import { markTogether, readUndoToken, type UndoToken, undoMarkAll, writeUndoToken } from '../../library/mark-read.ts';
import { Problem } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { readTarget } from '../target.ts';
import type { ShownLink, UsedLink } from './contract.ts';
import {
  countUnread,
  findChannel,
  findDelivery,
  type LinkedChannel,
  saveConfirmed,
  saveUnsubscribed,
} from './link-store.ts';
import { isMailLinkSigned, parseMailLink, writeMailLink } from './mail-links.ts';

type LinkServices = Pick<Services, 'db' | 'secrets'>;

/** A valid link, with what it is about. */
export type OpenedLink = { readonly channel: LinkedChannel } & (
  | { readonly action: 'unsubscribe' | 'confirm' }
  | { readonly action: 'mark_read'; readonly publicationIds: readonly number[] }
  | { readonly action: 'undo_mark_read'; readonly undoToken: string }
);

/**
 * Checks a link in a mail and finds what it is about.
 * @throws Problem `mail_link_not_found` if it is not valid or what it is about was deleted, `mail_link_expired`
 */
export async function openLink(services: LinkServices, token: string): Promise<OpenedLink> {
  const link = parseMailLink(token);
  if (link === null) throw notFound();
  const { purpose, numbers } = link;
  const [id = 0, second = 0, third = 0] = numbers;
  if (purpose === 'confirm') return openConfirmation(services, token, id, second);
  if (!isMailLinkSigned(services.secrets, token)) throw notFound();
  if (purpose === 'unsubscribe') return { action: 'unsubscribe', channel: await channelOf(services, id) };
  if (purpose === 'unread') {
    const channel = await activeChannelOf(services, id);
    const read: UndoToken = { userId: channel.userId, readNumber: second, issuedAtMs: third };
    return { action: 'undo_mark_read', channel, undoToken: writeUndoToken(read) };
  }
  await refuseExpired(services, second);
  const delivery = await findDelivery(services.db, id);
  if (!delivery) throw notFound();
  const channel = await activeChannelOf(services, delivery.channelId);
  return { action: 'mark_read', channel, publicationIds: delivery.publicationIds };
}

/** The link is valid only for the address that it was sent to, so that it confirms no other one. */
async function openConfirmation(
  services: LinkServices,
  token: string,
  channelId: number,
  expiresAtMs: number,
): Promise<OpenedLink> {
  const { db, secrets } = services;
  const channel = await findChannel(db, channelId);
  const address = channel && readTarget(secrets, channel)?.address;
  if (!channel || address == null || !isMailLinkSigned(secrets, token, address)) throw notFound();
  if (!channel.isConfirmed) await refuseExpired(services, expiresAtMs);
  return { action: 'confirm', channel };
}

async function channelOf({ db }: LinkServices, id: number): Promise<LinkedChannel> {
  const channel = await findChannel(db, id);
  if (!channel) throw notFound();
  return channel;
}

/** For links that change the library, which ends with the account. */
async function activeChannelOf(services: LinkServices, id: number): Promise<LinkedChannel> {
  const channel = await channelOf(services, id);
  if (!channel.isOfActiveUser) throw notFound();
  return channel;
}

async function refuseExpired({ db }: LinkServices, expiresAtMs: number): Promise<void> {
  if ((await readTime(db)) <= expiresAtMs) return;
  throw new Problem('gone', 'mail_link_expired', 'This link has expired. Use the one in a newer mail, or sign in.');
}

function notFound(): Problem {
  return new Problem(
    'not_found',
    'mail_link_not_found',
    'This link does not work. It may be incomplete, or what it is about was deleted. Copy the whole address from the mail, or sign in.',
  );
}

/**
 * What a link in a mail would do. Changes nothing, because mail scanners open links. @throws Problem, see `openLink`
 */
export async function describeLink(services: LinkServices, token: string): Promise<ShownLink> {
  const link = await openLink(services, token);
  const { action, channel } = link;
  if (action === 'mark_read') {
    const count = await countUnread(services.db, channel.userId, link.publicationIds);
    return shown(link, { count, isDone: count === 0 });
  }
  return shown(link, { count: 0, isDone: isDone(link) });
}

/**
 * Does what a link in a mail says. A second time it changes nothing.
 * @throws Problem, see `openLink` and, for an undo, `undoMarkAll`
 */
export async function useLink(services: LinkServices, token: string): Promise<UsedLink> {
  const { db, secrets } = services;
  const link = await openLink(services, token);
  const { channel } = link;
  if (link.action === 'mark_read') {
    const { updated, undoToken } = await markTogether(db, channel.userId, link.publicationIds);
    return {
      ...shown(link, { count: updated, isDone: true }),
      undo_token: undoToken && undoLink(channel.id, undoToken),
    };
  }
  if (link.action === 'undo_mark_read') {
    const count = await undoMarkAll(db, channel.userId, link.undoToken);
    return { ...shown(link, { count, isDone: true }), undo_token: null };
  }
  if (link.action === 'unsubscribe') await saveUnsubscribed(db, channel.id);
  else await saveConfirmed(db, channel.id);
  return { ...shown(link, { count: 0, isDone: true }), undo_token: null };

  function undoLink(channelId: number, undoToken: string): string {
    const { readNumber, issuedAtMs } = readUndoToken(undoToken);
    return writeMailLink(secrets, { purpose: 'unread', numbers: [channelId, readNumber, issuedAtMs] });
  }
}

function isDone({ action, channel }: OpenedLink): boolean {
  return action === 'unsubscribe' ? channel.isUnsubscribed : action === 'confirm' && channel.isConfirmed;
}

function shown({ action, channel }: OpenedLink, { count, isDone }: { count: number; isDone: boolean }): ShownLink {
  return { action, channel_name: channel.name, address: channel.shownTarget, count, is_done: isDone };
}
