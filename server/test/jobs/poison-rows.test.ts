import { type PoisonKind, poisonKinds } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { profileId, type Service, startService } from '../support/service.ts';
import { untilEnded } from '../support/wait.ts';

const PAGE = 10;
const PUBLICATIONS = 15;

/** The expected result for a poison row: its stored title and its warnings. */
const fates: Readonly<Record<PoisonKind, { title: string; problems: readonly string[] }>> = {
  count: { title: 'A paper cited too often', problems: ['implausible citation count, count unknown'] },
  raw_nul: { title: 'A title with a raw in it', problems: ['unreadable characters in the title'] },
  entity_nul: { title: 'A title with \ufffd in it', problems: ['unreadable characters in the title'] },
  half_character: { title: 'Half a character, \ufffd, and more', problems: ['unreadable characters in the title'] },
  long_title: {
    title: `Endless ${'and endless '.repeat(8_400)}title`.slice(0, 2000).trimEnd(),
    problems: ['title cut to 2000 characters'],
  },
  long_lines: {
    title: 'A paper by everybody',
    problems: ['authors cut to 4000 characters', 'venue cut to 4000 characters'],
  },
  no_title: { title: 'Untitled', problems: ['no title'] },
};

interface Case {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PoisonKind[];
  readonly page: 1 | 2;
}

/** Each kind on one of two pages, and all of them on both. */
const cases: readonly Case[] = [...poisonKinds.map((kind) => [kind]), [...poisonKinds], [...poisonKinds]].map(
  (rows, index) => {
    const page = index % 2 === 0 ? 1 : 2;
    return {
      id: profileId(index + 1),
      label: `${rows.length > 1 ? 'all of them' : rows[0]} on page ${page}`,
      rows,
      page,
    };
  },
);

/** The poison row comes first, before the valid rows of its page. */
function poison({ sandbox }: Service): void {
  for (const { id, rows, page } of cases) sandbox.setFault(id, { kind: 'poison_row', rows, after: page - 1, times: 1 });
}

/** A run's report of a case: which rows, and what was done. */
function warningsOf({ rows, page }: Case): string[] {
  const from = `from row ${(page - 1) * PAGE + 1}`;
  return rows.flatMap((kind, index) => fates[kind].problems.map((problem) => `${from}: row ${index + 1}: ${problem}`));
}

const titlesOf = ({ rows }: Case) => rows.map((kind) => fates[kind].title);

test('a poison row affects only itself and is reported, and its page, scholar and run continue', async () => {
  const service = await startService({
    sources: 'google_scholar',
    workers: 0,
    env: { INGESTION_PAGE_SIZE: String(PAGE), PROFILE_FULL_CRAWL_DAYS: '0' },
  });
  const { sandbox, admin, track, startWorker, runToEnd, log } = service;
  const scholars = new Map<string, number>();
  for (const { id } of cases) {
    sandbox.addScholar(id, PUBLICATIONS);
    scholars.set(id, await track(admin, id));
  }
  poison(service);
  // a run that adopts first crawls reports their warnings
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  await startWorker();
  const first = await untilEnded(admin, run_id);
  expect(first.run).toMatchObject({
    status: 'success',
    scholar_count: cases.length,
    failed_count: 0,
    partial_count: 0,
  });
  for (const one of cases) {
    const result = first.scholar_results.find(({ scholar_id }: { scholar_id: string }) => scholar_id === one.id);
    expect(result, `${one.label}: the result`).toMatchObject({ outcome: 'success', state: 'ok', error: null });
    expect(result.warnings, `${one.label}: the warnings`).toEqual(warningsOf(one));
    expect(result.publication_count, `${one.label}: rows that were saved`).toBe(PUBLICATIONS + titlesOf(one).length);
    const list = await admin.ok('GET', `/publications?page_size=500&scholar_profile_id=${scholars.get(one.id)}`);
    const found = list.publications.map(({ title }: { title: string }) => title);
    expect(found, `${one.label}: publications`).toHaveLength(PUBLICATIONS + titlesOf(one).length);
    expect(found, `${one.label}: titles`).toEqual(expect.arrayContaining(titlesOf(one)));
    for (const { title, citation_count } of list.publications)
      expect(citation_count, `${one.label}: citations of ${title.slice(0, 50)}`).toBeLessThan(2 ** 31);
  }
  expect(sandbox.requestCount(), 'two pages each, once').toBe(cases.length * 2);

  // the same row again adds nothing new and no further warning
  poison(service);
  const second = await runToEnd(admin);
  expect(second.run).toMatchObject({ status: 'success', new_publication_count: 0, failed_count: 0 });
  for (const one of cases) {
    const result = second.scholar_results.find(({ scholar_id }: { scholar_id: string }) => scholar_id === one.id);
    expect(result.warnings, `${one.label}: the warnings of the second run`).toEqual(warningsOf(one));
  }
  for (const query of ['search=paper', 'search=character', 'sort_by=title', 'sort_by=citations', 'mode=latest'])
    await admin.ok('GET', `/publications?page_size=500&${query}`);
  await admin.ok('GET', '/scholars');
  expect(log()).not.toMatch(/"level":(50|60|"error"|"fatal")/);
});

test('a profile full of poison rows reports at most fifty rows in a run', async () => {
  const service = await startService({ sources: 'google_scholar', env: { PROFILE_FULL_CRAWL_DAYS: '0' } });
  const { sandbox, admin, collect, runToEnd } = service;
  const id = profileId(1);
  sandbox.addScholar(id, 3);
  await collect(admin, [id]);
  const short = poisonKinds.filter((kind) => !kind.startsWith('long'));
  const rows = Array.from({ length: 20 }, () => short).flat();
  sandbox.setFault(id, { kind: 'poison_row', rows });
  for (let run = 1; run <= 2; run += 1) {
    const { run: ended, scholar_results } = await runToEnd(admin);
    expect(scholar_results, `run ${run}`).toMatchObject([{ outcome: 'success', state: 'ok' }]);
    expect(scholar_results[0].warnings, `run ${run}`).toHaveLength(50);
    expect(ended.new_publication_count, `run ${run}`).toBe(run === 1 ? rows.length : 0);
  }
});
