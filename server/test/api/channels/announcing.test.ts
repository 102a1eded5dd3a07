import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/channels/message.ts';
import { untrackScholar } from '../../../src/crawling/track-scholar.ts';
import { recordPdfs } from '../../../src/events/event-store.ts';
import { announceNotices } from '../../../src/notices/jobs/announce-notices.ts';
import { announceRevised } from '../../../src/publications/version-store.ts';
import { endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startAnnouncing } from './announcing-library.ts';

test('each paper is announced once, by scholar, and a message without news is not sent', async () => {
  const { db, user, addChannel, announce, announced, sent, arrive } = await startAnnouncing();
  const mail = await addChannel('mail');
  await announce();
  expect(sent).toEqual([]);
  await arrive(2, 4);
  const other = await track(db, user, 'BBBBBBBBBBBB');
  await savePageOf(db, other, makeRows('B', [0, 2]));
  await savePageOf(db, other, [...makeRows('B', [2, 3]), ...makeRows('A', [4, 5])]);
  await announce();
  expect(sent).toHaveLength(1);
  expect(
    sent[0]?.news.groups.map(({ scholarName, publications }) => [scholarName, publications.map(({ title }) => title)]),
  ).toEqual([
    ['Name of AAAAAAAAAAAA', ['Work A:3', 'Work A:2']],
    ['Name of BBBBBBBBBBBB', ['Work A:4', 'Work B:2']],
  ]);
  await arrive(4, 6);
  await announce();
  await announce();
  expect(announced(mail)).toEqual(['Work A:3', 'Work A:2', 'Work A:4', 'Work B:2', 'Work A:5']);
});

test('scholars and views choose what is announced, a webhook gets a message for each event, and mail leaves out what was read', async () => {
  const { admin, db, user, scholar, addChannel, announce, announced, sent, arrive, idOf } = await startAnnouncing();
  const other = await track(db, user, 'BBBBBBBBBBBB');
  await savePageOf(db, other, makeRows('B', [0, 1]));
  const view = await admin.ok('POST', '/views', {
    body: { name: 'five', parameters: { search: 'title:5', mode: 'unread' } },
    status: 201,
  });
  const favorites = await admin.ok('POST', '/views', {
    body: { name: 'favorites', parameters: { favorite_only: true } },
    status: 201,
  });
  const ofFavorites = await addChannel('slack', { view_ids: [favorites.id] });
  const ofOther = await addChannel('slack', { scholar_ids: [other] });
  const ofView = await addChannel('slack', { view_ids: [view.id] });
  const ofBoth = await addChannel('slack', { view_ids: [view.id], scholar_ids: [other] });
  const mail = await addChannel('mail');
  const hook = await addChannel('webhook', { event_kinds: ['publication.new', 'publication.read'] });
  await arrive(2, 7);
  await savePageOf(db, other, makeRows('B', [1, 2]));
  await admin.ok('POST', '/publications/mark-read', {
    body: { publication_ids: [await idOf('Work A:5'), await idOf('Work A:2')] },
  });
  await admin.ok('POST', `/publications/${await idOf('Work A:6')}/favorite`);
  await announce();
  expect(announced(ofOther)).toEqual(['Work B:1']);
  expect(announced(ofFavorites)).toEqual(['Work A:6']);
  expect(announced(ofView)).toEqual(['Work A:5']);
  expect(announced(ofBoth).sort()).toEqual(['Work A:5', 'Work B:1']);
  const [ofFive] = sent.filter(({ channel }) => channel.id === ofView);
  expect(ofFive?.news.groups[0]?.publications[0]?.reasons).toEqual([
    'You follow Name of AAAAAAAAAAAA.',
    'It is in your view “five”.',
  ]);
  expect(announced(mail).sort()).toEqual(['Work A:3', 'Work A:4', 'Work A:6', 'Work B:1']);
  const events = sent.filter(({ channel }) => channel.id === hook).map(({ id, event }) => ({ id, event }));
  expect(events.map(({ event }) => [event?.type, event?.publications.length])).toEqual([
    ...Array.from({ length: 6 }, () => ['publication.new', 1]),
    ['publication.read', 2],
  ]);
  for (const { id, event } of events) expect(event?.uid).toBe(id);
  await admin.ok('DELETE', `/views/${view.id}`);
  await arrive(50, 51);
  await announce();
  expect(announced(ofView), 'a deleted view selects nothing').toEqual(['Work A:5']);
  expect(scholar).not.toBe(other);
});

test('a PDF that is found later is announced once, with the paper if that is new, and to people not for papers of a first crawl', async () => {
  const { db, user, scholar, addChannel, announce, sent, idOf } = await startAnnouncing();
  const kinds = { event_kinds: ['publication.new', 'publication.pdf_found'] as const };
  const mail = await addChannel('mail', { event_kinds: [...kinds.event_kinds] });
  const hook = await addChannel('webhook', { event_kinds: ['publication.pdf_found'] });
  const runId = await endedRun(db, user);
  await savePageOf(db, scholar, makeRows('A', [2, 4]), { runId });
  const [old, two, three] = [await idOf('Work A:0'), await idOf('Work A:2'), await idOf('Work A:3')];
  const find = (...ids: number[]) => db.transaction().execute((tx) => recordPdfs(tx, ids));
  await find(old, two);
  await announce();
  await find(three);
  await announce();
  await find(three);
  await announce();
  const ofMail = sent.filter(({ channel }) => channel.id === mail).map(({ news }) => news);
  expect(ofMail.map(({ groups, pdfs }) => [groups.length, pdfs.map(({ title }) => title)])).toEqual([
    [1, []],
    [0, ['Work A:3']],
  ]);
  const ofHook = sent
    .filter(({ channel }) => channel.id === hook)
    .map(({ event }) => event?.publications[0]?.publication_id);
  expect(ofHook).toEqual([old, two, three]);
});

test('a message says which favorite cites a retracted paper, and a webhook does not call the favorite retracted', async () => {
  const { admin, db, services, addChannel, announce, sent, idOf } = await startAnnouncing();
  const kinds = ['publication.notice', 'publication.cites_retracted'] as const;
  const mail = await addChannel('mail', { event_kinds: [...kinds] });
  const hook = await addChannel('webhook', { event_kinds: [...kinds] });
  const id = await idOf('Work A:0');
  await admin.ok('POST', `/publications/${id}/favorite`);
  const notice = { source: 'crossref', source_id: '1', is_of_preprint: false } as const;
  await db
    .insertInto('notices')
    .values([
      { ...notice, doi: '10.1000/r', nature: 'retraction' },
      { ...notice, doi: '10.1000/w', nature: 'withdrawal' },
      { ...notice, doi: '10.1000/x', nature: 'retraction' },
    ])
    .execute();
  await sql`
    insert into publication_metadata (publication_id, source, fetched_at, authors, has_all_authors, referenced_works)
    values (${id}, 'crossref', now(), '[]', true, '{10.1000/r,10.1000/w,10.1000/x}')`.execute(db);
  for (const _ of [1, 2]) {
    await announceNotices.run(services);
    await sql`update notices set nature = 'reinstatement' where doi = '10.1000/x'`.execute(db);
    await announce();
  }
  const remarks = sent.filter(({ channel }) => channel.id === mail).map(({ news }) => news.remarks);
  expect(remarks).toEqual([
    [
      'Cites a paper that was retracted (10.1000/r): Work A:0',
      'Cites a paper that was withdrawn (10.1000/w): Work A:0',
    ],
  ]);
  const events = sent.filter(({ channel }) => channel.id === hook).map(({ event }) => event);
  expect(events.map((event) => [event?.type, event?.publications[0]?.publication_id, event?.data])).toEqual([
    ['publication.cites_retracted', id, { nature: 'retraction', doi: '10.1000/r' }],
    ['publication.cites_retracted', id, { nature: 'withdrawal', doi: '10.1000/w' }],
    ['publication.cites_retracted', id, { nature: 'retraction', doi: '10.1000/x' }],
  ]);
});

test('a message says which preprints were published, and which have a new version', async () => {
  const { admin, db, scholar, addChannel, announce, sent, idOf } = await startAnnouncing();
  const kinds = ['publication.published', 'publication.revised'] as const;
  await addChannel('mail', { event_kinds: [...kinds] });
  await addChannel('webhook', { event_kinds: [...kinds] });
  const year = new Date().getUTCFullYear();
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 2], (at) => ({ venue: `arXiv preprint arXiv:2501.0001${at}`, year })),
  );
  const [published, publicationId] = [await idOf('Work A:0'), await idOf('Work A:1')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [publicationId] } });
  const recordId = '2501.00011';
  await sql`
    insert into publication_metadata (publication_id, source, record_id, fetched_at, authors, has_all_authors, version_number)
    values (${publicationId}, 'arxiv', ${recordId}, now(), '[]', true, 1)`.execute(db);
  await announceRevised(db, [{ publicationId, recordId, versionNumber: 2 }]);
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 1], () => ({ venue: 'Estuaries 12 (3), 40-52', year })),
  );
  for (const _ of [1, 2]) await announce();
  expect(sent.flatMap(({ news, event }) => (event === null ? news.remarks : []))).toEqual([
    'Version 2 was posted: Work A:1',
    'Now published in Estuaries 12 (3), 40-52: Work A:0',
  ]);
  expect(
    sent.flatMap(({ event }) =>
      event === null ? [] : [[event.type, event.publications[0]?.publication_id, event.data]],
    ),
  ).toEqual([
    ['publication.revised', publicationId, { version_number: 2 }],
    ['publication.published', published, {}],
  ]);
});

test('links begin with PUBLIC_URL, also if it was set after the channel was added', async () => {
  const { addChannel, announce, sent, arrive } = await startAnnouncing(
    serviceOfFile({ env: { PUBLIC_URL: 'https://papers.example' }, constants: { bundleSeconds: 0 } }),
  );
  await addChannel('mail');
  await arrive(2, 3);
  await announce();
  const [{ channel, news } = { channel: null, news: null }] = sent;
  expect(channel?.origin).toBe('https://papers.example');
  expect(news?.groups[0]?.url).toMatch(/^https:\/\/papers\.example\//);
});

test('a channel of a scholar follows a join and its undo', async () => {
  const { admin, db, user, scholar, addChannel, announce, announced, arrive } = await startAnnouncing();
  const other = await track(db, user, 'BBBBBBBBBBBB');
  await savePageOf(db, other, makeRows('B', [0, 1]));
  const ofOther = await addChannel('slack', { scholar_ids: [other] });
  const ofBoth = await addChannel('slack', { scholar_ids: [other, scholar] });
  const filters = async () =>
    (await admin.ok('GET', '/channels')).channels.map((one: { filter: object }) => one.filter);
  const before = await filters();
  await admin.ok('POST', `/scholars/${scholar}/join`, { body: { scholar_profile_id: other } });
  await arrive(2, 3);
  await announce();
  expect([announced(ofOther), announced(ofBoth)]).toEqual([['Work A:2'], ['Work A:2']]);
  await admin.ok('DELETE', `/scholars/${scholar}/join`);
  expect(await filters()).toEqual(before);
  await arrive(3, 4);
  await savePageOf(db, other, makeRows('B', [1, 2]));
  await announce();
  expect(announced(ofOther)).toEqual(['Work A:2', 'Work B:1']);
  expect(announced(ofBoth).sort()).toEqual(['Work A:2', 'Work A:3', 'Work B:1']);
});

test('a failure makes the channel wait, another one waits longer, ten pause it, and nothing is lost', async () => {
  const { admin, addChannel, announce, announced, passWaits, deliveriesOf, sent, arrive } = await startAnnouncing();
  const chat = await addChannel('slack');
  await arrive(2, 3);
  const fail = async (): Promise<Outcome> => ({
    kind: 'failed',
    reason: 'It did not work.',
    retryAfterSeconds: null,
    isFinal: false,
  });
  await announce(fail);
  await announce(fail);
  expect(sent, 'it rests').toHaveLength(1);
  const [{ next_attempt_at }] = await deliveriesOf(chat);
  expect(Date.parse(next_attempt_at) - Date.now()).toBeGreaterThan(1000);
  expect(Date.parse(next_attempt_at) - Date.now()).toBeLessThan(8000);
  await arrive(3, 4);
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    await passWaits();
    await announce(fail);
  }
  expect((await admin.ok('GET', '/channels')).channels).toMatchObject([{ is_paused: true, pause_reason: 'failures' }]);
  await arrive(4, 5);
  await passWaits();
  await announce();
  expect(sent, 'a paused channel sends nothing').toHaveLength(10);
  await admin.ok('PATCH', `/channels/${chat}`, { body: { is_paused: false } });
  sent.length = 0;
  await announce();
  await announce();
  expect(announced(chat).sort()).toEqual(['Work A:2', 'Work A:3', 'Work A:4']);
});

test('a test message of a paused channel ends like any other, whatever becomes of it', async () => {
  const { admin, db, addChannel, announce, passWaits, deliveriesOf } = await startAnnouncing();
  const chat = await addChannel('slack');
  await admin.ok('PATCH', `/channels/${chat}`, { body: { is_paused: true } });
  for (const outcome of [
    { kind: 'delivered' },
    { kind: 'failed', reason: 'It did not work.', retryAfterSeconds: null, isFinal: false },
  ] as const) {
    await admin.ok('POST', `/channels/${chat}/test`);
    await announce(async () => outcome);
    const latest = (await deliveriesOf(chat)).at(-1);
    expect(latest).toMatchObject({ status: outcome.kind, ended_at: expect.any(String) });
  }
  await admin.ok('POST', `/channels/${chat}/test`);
  await expect(
    announce(async () => {
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await passWaits();
  await announce(async () => ({ kind: 'delivered' }));
  expect((await deliveriesOf(chat)).at(-1)).toMatchObject({ status: 'unconfirmed', is_test: true });
  expect(await db.selectFrom('channels').select('failure_count').execute()).toEqual([{ failure_count: 0 }]);
});

test('what was handed over and not confirmed is not sent again, what was refused is, and a wait that the receiver asks for is kept', async () => {
  const { addChannel, announce, announced, passWaits, deliveriesOf, sent, arrive } = await startAnnouncing();
  const chat = await addChannel('slack');
  const statuses = async () => (await deliveriesOf(chat)).map(({ status }: { status: string }) => status);
  await arrive(2, 3);
  await expect(
    announce(async () => {
      expect(await statuses()).toEqual(['handed_over']);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await passWaits();
  await arrive(3, 4);
  await announce(async () => ({ kind: 'failed', reason: 'Too many.', retryAfterSeconds: 3600, isFinal: false }));
  expect(sent).toHaveLength(2);
  expect(await statuses()).toEqual(['unconfirmed', 'waiting']);
  const [unconfirmed, waiting] = await deliveriesOf(chat);
  expect(unconfirmed.error).toContain('nobody knows whether it arrived');
  expect(Date.parse(waiting.next_attempt_at) - Date.now()).toBeGreaterThan(3_500_000);
  await passWaits();
  await announce();
  expect(announced(chat)).toEqual(['Work A:2', 'Work A:3', 'Work A:3']);
  expect(await statuses()).toEqual(['unconfirmed', 'delivered']);
});

test('a webhook, which recognizes a repetition, is sent again if a worker dies', async () => {
  const { addChannel, announce, passWaits, deliveriesOf, sent, arrive } = await startAnnouncing();
  const hook = await addChannel('webhook');
  await arrive(2, 3);
  const die = announce(async () => {
    throw new Error('killed');
  });
  await expect(die).rejects.toThrow('killed');
  await passWaits();
  await announce();
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
  expect(await deliveriesOf(hook)).toMatchObject([{ status: 'delivered' }]);
});

/** What happens to a library, at random. */
const ACT = fc.oneof(
  fc.record({ act: fc.constant('arrive' as const) }),
  fc.record({ act: fc.constant('announce' as const) }),
  fc.record({ act: fc.constant('merge' as const), from: fc.nat(), to: fc.nat() }),
  fc.record({ act: fc.constant('unmerge' as const) }),
  fc.record({ act: fc.constant('retrack' as const) }),
);

test('in any history of arrivals, merges, their undo, and scholars who are tracked again, a channel announces no paper twice and misses none', async () => {
  const { admin, db, user, addChannel, announce, sent, idOf } = await startAnnouncing();
  let histories = 0;
  const law = fc.asyncProperty(fc.array(ACT, { minLength: 8, maxLength: 24 }), async (history) => {
    histories += 1;
    const profile = `Scholar_${String(histories).padStart(4, '0')}`;
    let scholar = await track(db, user, profile);
    await savePageOf(db, scholar, []);
    const chat = await addChannel('slack', { scholar_ids: [] });
    const ids: number[] = [];
    const jobs: { id: number; merged: number }[] = [];
    const merged = new Set<number>();
    /** the papers that were ever merged with each other have the same group */
    const groupOf = new Map<number, number>();
    for (const step of [...history, { act: 'announce' as const }]) {
      if (step.act === 'arrive') {
        await savePageOf(db, scholar, makeRows(profile, [ids.length, ids.length + 1]));
        const id = await idOf(`Work ${profile}:${ids.length}`);
        ids.push(id);
        groupOf.set(id, id);
      } else if (step.act === 'announce') await announce();
      else if (step.act === 'merge' && ids.length > 1) {
        const [from, to] = [step.from, step.to].map((at) => ids[at % ids.length] ?? 0) as [number, number];
        if (from === to || merged.has(from) || merged.has(to)) continue;
        jobs.push({ id: await merge(db, to, from), merged: from });
        merged.add(from);
        const [kept, gone] = [groupOf.get(to), groupOf.get(from)];
        for (const [id, group] of groupOf) if (group === gone && kept !== undefined) groupOf.set(id, kept);
      } else if (step.act === 'unmerge' && jobs.length > 0) {
        // a merge on which another one builds is not undone
        const job = jobs.pop();
        if (job === undefined) continue;
        await unmerge(db, job.id);
        merged.delete(job.merged);
      } else if (step.act === 'retrack') {
        await untrackScholar(db, user, scholar);
        scholar = await track(db, user, profile);
        await savePageOf(db, scholar, makeRows(profile, [0, ids.length]));
      }
    }
    const announced = sent
      .filter(({ channel }) => channel.id === chat)
      .flatMap(({ news }) => news.groups.flatMap(({ publications }) => publications.map(({ id }) => id)));
    expect(new Set(announced).size, 'none is announced twice').toBe(announced.length);
    const announcedGroups = new Set(announced.map((id) => groupOf.get(id)));
    for (const [id, group] of groupOf) expect(announcedGroups.has(group), `${id} is announced`).toBe(true);
    await admin.ok('DELETE', `/channels/${chat}`);
  });
  await fc.assert(law, { numRuns: 10 });
});
