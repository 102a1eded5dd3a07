import { createUser } from '../../src/accounts/manage-users.ts';
import { COMMAND_LINE } from '../../src/audit/repair-job.ts';
import { type ServiceProcess, startServiceProcess } from '../jobs/service-process.ts';
import { endCooldowns } from '../support/due.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { makeRow, savePageOf, track } from '../support/library.ts';
import { otherSources } from '../support/other-sources.ts';
import { ADMIN, type Service, startService } from '../support/service.ts';
import { LiveIds } from './live-ids.ts';
import { People, ROBOT, USER } from './people.ts';
import type { Words } from './values.ts';

const SCHOLARS = 8;
const PUBLICATIONS = 12;

/** The service in a process of its own, with all sources as stand-ins, three users and what they have collected. */
export interface FuzzWorld {
  readonly service: Service;
  readonly process: ServiceProcess;
  readonly people: People;
  readonly words: Words;
  readonly ids: LiveIds;
  /** Sees to it that there is something to ask for, and that requests to the sources are enabled. */
  refill(): Promise<void>;
  /** Bytes that the service's JavaScript holds. */
  heapBytes(): Promise<number>;
}

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const { db, sandbox } = service;
  const known = Array.from({ length: SCHOLARS }, (_, at) => `Fuzzed__${String(at).padStart(4, '0')}`);
  for (const id of known) sandbox.addScholar(id, PUBLICATIONS, { name: `${HOSTILE_TEXTS.script} ${id}` });
  for (const account of [USER, ROBOT])
    await createUser(service.services, { ...account, is_admin: account === ROBOT }, COMMAND_LINE);
  const process = startServiceProcess(service, {
    ...otherSources(true),
    ...sandbox.env,
    OUTBOUND_ALLOW_HOSTS: new URL(sandbox.origin).host,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOGIN_RATE_LIMIT_ATTEMPTS: '1000',
    LOGIN_RATE_LIMIT_WINDOW_SECONDS: '1',
    SESSION_COOKIE_SECURE: '0',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '1',
    INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS: '1',
    SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '0',
  });
  await process.ready;
  const people = new People(db, process.url());
  await people.enter();
  const ids = new LiveIds(db);
  const refill = async () => {
    await endCooldowns(db);
    for (const { id } of await db
      .selectFrom('users')
      .select('id')
      .where('email', 'in', [USER.email, ROBOT.email, ADMIN.email])
      .execute()) {
      const tracked = await db.selectFrom('scholars').select('id').where('user_id', '=', id).limit(3).execute();
      if (tracked.length >= 3) continue;
      const profile = `filled${String(Math.floor(performance.now() * 1000) % 1_000_000).padStart(6, '0')}`;
      const rows = Object.entries(HOSTILE_TEXTS).map(([key, title]) =>
        makeRow(`${profile}:${key}`, { title: `${title} ${profile}` }),
      );
      await savePageOf(db, await track(db, id, profile), rows);
    }
    // a client whose session has ended adds nothing this time
    for (const client of people.clients()) {
      const channel = { kind: 'webhook', name: 'filled', target: { url: `${sandbox.origin}/hook` } };
      await client.call('POST', '/channels', { body: channel });
      const [publication] = (await client.call('GET', '/publications')).data?.publications ?? [];
      if (publication)
        await client.call('POST', `/publications/${publication.publication_id}/notes`, { body: { text: 'filled' } });
    }
    await ids.look();
  };
  await refill();
  const { atom_url } = await people.adminClient().ok('POST', '/feeds', { body: { scope: 'all' }, status: 201 });
  const secret = /feeds\/(.+)\.atom/.exec(atom_url)?.[1] ?? '';
  const heapBytes = async () => {
    const text = await (await fetch(`${process.url()}/metrics`)).text();
    return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]);
  };
  return {
    service,
    process,
    people,
    ids,
    words: { ...wordsOf(known, sandbox.origin), secret: [secret] },
    refill,
    heapBytes,
  };
}

/** As `library/paging.ts` writes them, and nearly so. */
const CURSORS = [
  ['first_seen', 'desc', null, '1700000000.000000', 5, 3],
  ['first_seen', 'desc', null, '999999999999.000000', 2 ** 53 - 1, 2 ** 53 - 1],
  ['first_seen', 'asc', 'x', '-62135596800.000000', 0, 0],
  ['title', 'asc', 'a title', '1700000000.000000', 5, 3],
  ['title', 'asc', '\u0000', '1700000000.000000', 5, 3],
  ['year', 'desc', '2020', '1700000000.000000', 5, 3],
  ['year', 'desc', '99999999999', '1700000000.000000', 5, 3],
  ['citations', 'desc', null, '-1.000000', 5, -1],
  [],
  null,
];

/** Nothing of it leads to anybody outside of this machine. */
function wordsOf(scholars: readonly string[], origin: string): Words {
  const hostile = Object.values(HOSTILE_TEXTS);
  const emails = [ADMIN, USER, ROBOT].map(({ email }) => email);
  const passwords = [ADMIN.password, 'another phrase that is long'];
  const urls = [
    `${origin}/citations?view_op=view_photo&user=${scholars[0]}`,
    'http://127.0.0.1:9/a.png',
    'http://[::1]/',
    'ftp://127.0.0.1/',
    'http://a@127.0.0.1/',
  ];
  const numbers = Array.from({ length: 30 }, (_, at) => String(at + 1));
  return {
    email: [...emails, 'new@lectern.example', 'ÜSER@lectern.example', 'a@\u202eb'],
    password: passwords,
    current_password: passwords,
    new_password: passwords,
    confirm_password: passwords,
    scholar_id: [
      ...scholars,
      `${origin}/citations?user=${scholars[1]}`,
      'AAAAAAAAAAAA',
      'https://scholar.google.com/citations?user=BBBBBBBBBBBB',
    ],
    profile_image_url: urls,
    profile_image_override_url: urls,
    image_url: urls,
    pub_url: urls,
    pdf_url: urls,
    query: [...scholars, 'alert', ...hostile],
    search: ['alert', 'a', 'evil', ...hostile],
    snapshot: ['0-0-0', '5-0-0', '9-9-9', '999999999999999-0-0'],
    undo_token: [...undoTokens(), '1-1-1', '1-999999999999999-999999999999999', '1-1'],
    cursor: CURSORS.map((fields) => Buffer.from(JSON.stringify(fields)).toString('base64url')),
    ids: [...numbers, '1,2', '1,1', ',', '1,,2', '1,x', numbers.join(',')],
    confirmation_text: ['DROP ALL PUBLICATIONS', 'REPAIR ALL USERS', 'MERGE SELECTED DUPLICATES'],
    requested_by: [...emails, ...hostile],
    title: [...hostile, 'A title of some words', 'A title of some words too'],
    kind: ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex'],
    value: ['10.1000/x', '2101.00001', '1', 'PMC1', 'W1', ...hostile],
    doi: ['10.1000/x', '10.1000/<script>', ...hostile],
    first_seen_at: ['2024-01-01T00:00:00Z', '2024-13-01T00:00:00Z', 'yesterday'],
    cluster_id: ['cluster:1', '1', 'cfv:AAAAAAAAAAAA:x'],
    openalex_api_key: ['a-key-of-sixteen', ''],
    crossref_api_mailto: ['a@b.example', ''],
    unpaywall_email: ['a@b.example', ''],
    link_resolver: ['https://resolver.example/openurl', ''],
    proxy_prefix: ['https://proxy.example/login?url=', 'javascript:alert(1)'],
  };
}

/**
 * Tokens for early and later batches. They hold for ten minutes before and after their time, so some of them are valid
 * at any time of a long run.
 */
function undoTokens(): string[] {
  const minutes = Array.from({ length: 6 }, (_, at) => 20 * at);
  return minutes.flatMap((minute) => [1, 2, 5, 20].map((number) => `1-${number}-${Date.now() + 60_000 * minute}`));
}
