import { markTogether } from '../../library/mark-read.ts';
import { undoMarkAll } from '../../library/undo-mark-all.ts';
import { readUndoToken } from '../../library/undo-token.ts';
import type { Services } from '../../platform/services.ts';
import type { ShownLink, UsedLink } from './contract.ts';
import { countUnread, saveConfirmed, saveUnsubscribed } from './link-store.ts';
import { writeMailLink } from './mail-links.ts';
import { type OpenedLink, openLink } from './open-link.ts';

type LinkServices = Pick<Services, 'db' | 'secrets'>;

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
