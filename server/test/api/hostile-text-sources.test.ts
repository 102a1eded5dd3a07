import { expect, test } from 'vitest';
import { findStoredDirection } from '../support/direction-characters.ts';
import { follow } from '../support/follow.ts';
import { ENDLESS_TEXT, HOSTILE_TEXTS, LINE_BREAKS, UNSTORABLE_TEXTS } from '../support/hostile-texts.ts';
import { expectLogLines } from '../support/log-lines.ts';
import { startRun } from '../support/runs.ts';
import { ONE, serviceOfFile } from '../support/service.ts';
import { until, untilEnded, untilNoLookups } from '../support/wait.ts';
import { SIGN_IN, startSearchService } from './scholars/search-service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'collected', workers: 1 });

/**
 * A text from a source is one line without characters that control it or change its direction. All other characters are
 * kept.
 */
const CLEANED: Readonly<Record<string, string>> = {
  rightToLeft: 'evilgnp.exe and isolated text',
  zeroWidth: 'zero\u200bwidth\u200d \u2060joined',
  separators: 'two lines andthree',
  lineBreaks: 'first id: 99 event: run_complete data: {} {"level":"fatal"} last',
  nul: 'ab',
  highSurrogate: 'half \ufffd a character',
  lowSurrogate: 'half \ufffd a character',
};
const texts: [key: string, sent: string, kept: string][] = Object.entries({
  ...HOSTILE_TEXTS,
  ...UNSTORABLE_TEXTS,
  lineBreaks: LINE_BREAKS,
}).map(([key, text]) => [key, text, CLEANED[key] ?? text]);

test('hostile titles, authors and venues of a profile are returned as plain text in the list, the stream and the export, and no row is lost', async () => {
  const service = await openService();
  const { sandbox, admin, db, log } = service;
  for (const [key, sent] of texts) {
    sandbox.addPublication(ONE, { title: `${key}: ${sent}`, italic: null, authors: [`A ${sent}`], venue: `V ${sent}` });
    sandbox.addPublication(ONE, { title: `A sound work beside ${key}`, italic: null });
  }
  const endless = `endless: ${ENDLESS_TEXT}`;
  sandbox.addPublication(ONE, { title: endless, italic: null });
  // the other sources return such texts too
  for (const source of ['crossref', 'openalex', 'unpaywall', 'arxiv', 'europepmc'])
    sandbox.setFault(source, { kind: 'poison_row' });

  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  expect(await follower.over).toBe('ended');
  const detail = await untilEnded(admin, runId);
  expect(detail.run).toMatchObject({ status: 'success', new_publication_count: texts.length * 2 + 1 });
  const warned = detail.scholar_results[0].warnings.map((one: string) => one.replace(/^.*row \d+: /, ''));
  expect(warned).toContain('title cut to 2000 characters');
  expect(warned).toContain('unreadable characters in the title');

  const titles = [
    ...texts.flatMap(([key, , kept]) => [`${key}: ${kept}`, `A sound work beside ${key}`]),
    endless.slice(0, 2_000),
  ].sort();
  const found = follower.events.filter(({ event }) => event === 'publication_discovered');
  expect(found.map(({ data }) => data.title).sort()).toEqual(titles);
  await untilNoLookups(db);
  const { publications } = await admin.ok('GET', '/publications?page_size=500');
  expect(publications.map(({ title }: { title: string }) => title).sort()).toEqual(titles);
  const exported = (await admin.ok('GET', '/scholars/export')).publications;
  expect(exported.map(({ title }: { title: string }) => title).sort()).toEqual(titles);
  expect(await findStoredDirection(db)).toEqual([]);
  for (const [key, , kept] of texts) {
    const publication = publications.find(({ title }: { title: string }) => title.startsWith(`${key}: `));
    expect(publication.author_text, key).toBe(`A ${kept}`);
    expect(publication.venue_text, key).toMatch(/^V /);
    expect(['resolved', 'failed'], key).toContain(publication.pdf_status);
  }
  expectLogLines(log());
});

test('hostile names of scholars are returned as plain text, also in a search at either source', async () => {
  const blocked = { isBlocked: false };
  const person = (name: unknown, number: number) => ({
    id: `https://openalex.org/A${number}`,
    display_name: name,
    last_known_institutions: [{ display_name: name }],
    topics: [{ display_name: name }],
  });
  // an invalid person affects only itself; 25 are requested
  const people = texts.map(([, sent], at) => person(`Curie ${sent}`, at + 1));
  const results = [null, 7, { id: 'x' }, person(null, 99), ...people];
  const service = await startSearchService({
    workers: 1,
    scholar: () => (blocked.isBlocked ? SIGN_IN : undefined),
    openalex: () => ({ status: 200, body: JSON.stringify({ meta: { count: results.length }, results }) }),
  });
  const { sandbox, admin, collect, db, log } = service;
  const ids = texts.map((_, at) => `Hostile__${String(at).padStart(3, '0')}`);
  for (const [at, [, sent]] of texts.entries()) {
    const id = ids[at] ?? '';
    const [name, affiliation] = [`Curie ${sent}`, `At ${sent}`];
    sandbox.addScholar(id, 1, { name, affiliation, interests: [sent] });
  }
  await collect(admin, ids);
  const { scholars } = await admin.ok('GET', '/scholars');
  const named = (one: { display_name: string; affiliation: string }) => [one.display_name, one.affiliation];
  const wanted = texts.map(([, , kept]) => [`Curie ${kept}`, `At ${kept}`]);
  expect(scholars.map(named).sort()).toEqual(wanted.sort());

  const atScholar = await admin.ok('GET', '/scholars/search?query=curie&limit=25');
  expect(atScholar.state).toBe('ok');
  expect(atScholar.candidates.length).toBeGreaterThan(5);
  const names = new Set(texts.map(([, , kept]) => `Curie ${kept}`));
  for (const { display_name } of atScholar.candidates) expect(names).toContain(display_name);

  blocked.isBlocked = true;
  const atOpenAlex = await admin.ok('GET', '/scholars/search?query=curie%20again&limit=25');
  const answered = [...atOpenAlex.candidates, ...atOpenAlex.people].map(
    (one: { display_name: string }) => one.display_name,
  );
  expect(answered).toHaveLength(texts.length);
  for (const name of answered) expect(name).toMatch(/^Curie [^\p{Cc}\p{Cs}\u202e\u2067\n]+$/u);
  expect(await findStoredDirection(db)).toEqual([]);
  for (const text of Object.values(HOSTILE_TEXTS).slice(0, 3)) {
    const { query } = await admin.ok('GET', `/scholars/search?query=${encodeURIComponent(text)}`);
    expect(query).toBe(text);
  }
  await until(async () => expect((await admin.ok('GET', '/scholars')).scholars).toHaveLength(ids.length));
  expectLogLines(log());
});
