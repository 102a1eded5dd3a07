import { sql } from 'kysely';
import { claimChannels } from '../../../src/channels/claim-store.ts';
import { composeMessages } from '../../../src/channels/compose.ts';
import type { ChannelFilter } from '../../../src/channels/contract.ts';
import { deliverDue } from '../../../src/channels/deliver.ts';
import { publishEvents } from '../../../src/channels/list-events.ts';
import type { Message, Outcome } from '../../../src/channels/message.ts';
import { type ChannelKind, targetContext } from '../../../src/channels/target.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const EVERYTHING: ChannelFilter = { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] };

const openAnnouncing = serviceOfFile({ constants: { bundleSeconds: 0 } });

/** A library whose scholar A has been crawled, and channels whose messages are collected instead of sent. */
export async function startAnnouncing(open = openAnnouncing) {
  const service = await open();
  const { db, services } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 2]));

  const addChannel = async (
    kind: ChannelKind,
    filter: Partial<ChannelFilter> = {},
    schedule: object = {},
  ): Promise<number> => {
    const target = JSON.stringify({
      address: 'a@b.example',
      url: 'https://c.example',
      token: null,
      signingSecrets: [],
    });
    const row = await db
      .insertInto('channels')
      .values({
        user_id: user,
        kind,
        name: kind,
        target: services.secrets.encrypt(target, targetContext(user)),
        shown_target: 'x',
        filter: JSON.stringify({ ...EVERYTHING, ...filter }),
        schedule: JSON.stringify({ frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC', ...schedule }),
        origin: 'https://lectern.example',
        confirmed_at: new Date(),
        told_number: (await db.selectFrom('event_numbers').select('last_number').executeTakeFirstOrThrow()).last_number,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

  /** The messages that were sent, with the channel of each. */
  const sent: Message[] = [];
  /** Serves all channels until none has anything to do. `answer` says what becomes of a message. */
  const announce = async (
    answer: (message: Message) => Promise<Outcome> = async () => ({ kind: 'delivered' }),
  ): Promise<void> => {
    await publishEvents({ ...services, db });
    const claimed = await claimChannels(db, 100);
    for (const channel of claimed) {
      if (channel.isDue) await composeMessages(db, channel);
      const send = (message: Message) => {
        sent.push(message);
        return answer(message);
      };
      await deliverDue(services, channel, send, { hasTime: () => true, signal: new AbortController().signal });
      await sql`update channels set claimed_until = now() where id = ${channel.id}`.execute(db);
    }
  };
  /** Lets the claims of killed workers and the waits after failures end. */
  const passWaits = async (): Promise<void> => {
    await sql`update channels set claimed_until = now(), retry_at = now()`.execute(db);
    await sql`update deliveries set due_at = now() where status in ('waiting', 'handed_over')`.execute(db);
  };
  /** The messages of a channel, the first one first. */
  const deliveriesOf = async (channel: number) =>
    (await service.admin.ok('GET', `/channels/${channel}/deliveries`)).deliveries.toReversed();
  const titlesOf = (messages: readonly Message[]) =>
    messages.flatMap(({ news }) => news.groups.flatMap(({ publications }) => publications.map(({ title }) => title)));
  /** The titles that the channel has announced so far, in their order. */
  const announced = (channel: number) => titlesOf(sent.filter((message) => message.channel.id === channel));
  /** Lists rows `from` to `to` - 1 on the page of scholar A. */
  const arrive = (from: number, to: number) => savePageOf(db, scholar, makeRows('A', [from, to]));
  const idOf = async (title: string): Promise<number> =>
    (await db.selectFrom('publications').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
  return { ...service, user, scholar, addChannel, sent, announce, announced, passWaits, deliveriesOf, arrive, idOf };
}
