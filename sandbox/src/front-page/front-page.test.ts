import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { firstDay } from '../first-day.ts';
import { changeKinds } from '../history.ts';
import type { Publication } from '../publication.ts';
import { readRows } from '../read-rows.ts';
import { startSandbox } from '../start-sandbox.ts';

const scholar = 'sandbx13AAAJ';

async function start(additionsFile?: string) {
  const sandbox = await startSandbox(additionsFile === undefined ? {} : { additionsFile });
  onTestFinished(() => sandbox.close());
  const send = (form: Record<string, string>, headers = {}) =>
    fetch(sandbox.origin, { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' });
  return {
    sandbox,
    send,
    /** What the page says after a form was sent. */
    async result(form: Record<string, string>): Promise<string> {
      const response = await send(form);
      expect(response.status).toBe(303);
      const page = await fetch(new URL(response.headers.get('location') ?? '', sandbox.origin));
      return /<p class="result"[^>]*>(.*?)<\/p>/.exec(await page.text())?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
    },
    async titles(id: string): Promise<string[]> {
      const page = await fetch(`${sandbox.origin}/citations?user=${id}&pagesize=100&sortby=pubdate`);
      return readRows(await page.text()).rows.map((row) => row.title);
    },
  };
}

test('the forms give a paper, let a source fail and heal it, and say what to do next', async () => {
  const { sandbox, send, result, titles } = await start();
  const given = await result({ do: 'give', scholar, title: '<b>Rain</b>', pdf: 'on' });
  expect(given).toContain('Thandiwe Mokoena has a new paper: “&lt;b&gt;Rain&lt;/b&gt;”. In Lectern, open Runs');
  expect(given).not.toContain('first add');
  expect(await titles(scholar)).toContain('<b>Rain</b>');
  expect(await result({ do: 'give', scholar: 'sandbx01AAAJ' })).toContain('first add sandbx01AAAJ under Scholars');
  const failing = await result({ do: 'fail', source: 'google_scholar', fault: 'unusual', once: 'on' });
  expect(failing).toContain('Google Scholar asks for fewer requests (429) at the next request.');
  const status = async () => (await fetch(`${sandbox.origin}/citations?user=${scholar}`)).status;
  expect([await status(), await status()]).toEqual([429, 200]);
  expect(await result({ do: 'fail', source: 'google_scholar', fault: 'error' })).toContain('until you heal it');
  expect([await status(), await status()]).toEqual([503, 503]);
  expect(await result({ do: 'heal' })).toContain('All sources respond normally again.');
  expect(await status()).toBe(200);
  for (const wrong of [{ do: 'give', scholar: 'nobody' }, { do: 'fail', source: 'toString', fault: 'error' }, {}])
    expect((await send(wrong)).status).toBe(400);
  expect((await send({ do: 'heal' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await send({ do: 'heal' }, { origin: sandbox.origin })).status).toBe(303);
});

test('a button for each thing that can become of a paper; a restart keeps what became of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sandbox.json');
  const { sandbox, send, result } = await start(file);
  const press = (paper: Publication, change: string) =>
    result({ do: 'change', paper: `${paper.owner}/${paper.n}`, change });
  const article = sandbox.addPublication(scholar, { title: 'Rain & <b>dew</b>', italic: null, copy: 'closed' });
  const preprint = sandbox.addPublication(scholar, { title: 'Dry rivers', italic: null, doi: null, arxivId: '2611.1' });
  const page = await (await fetch(sandbox.origin)).text();
  const buttons = [...page.matchAll(/<button[^>]* name="change" value="(\w+)">/g)].map(([, kind]) => kind);
  expect(new Set(buttons)).toEqual(new Set(changeKinds));
  for (const _ of ['once', 'twice']) {
    expect(await press(article, 'retract')).toContain(
      '“Rain &amp; &lt;b&gt;dew&lt;/b&gt;” is retracted. The demo reads',
    );
    expect(await press(preprint, 'publish')).toMatch(
      /^“Dry rivers” was published in .*\d+-\d+\. In Lectern, open Runs/,
    );
  }
  expect(await press(preprint, 'revise')).toContain('arXiv has version 2 of “Dry rivers”');
  const shown = await (await fetch((await start(file)).sandbox.origin)).text();
  expect(shown).toContain('>retraction: Rain &amp; &lt;b&gt;dew&lt;/b&gt;<');
  expect(shown.split('>version 2, published: Dry rivers<'), 'as a preprint and as an article').toHaveLength(3);
  expect(await press(article, 'restore')).toContain('is as it appeared');
  expect(await (await fetch((await start(file)).sandbox.origin)).text()).not.toContain('retraction: ');
  for (const wrong of [
    ['retract', `${scholar}/1`],
    ['retract', 'nobody/1000000'],
    ['publish', `${scholar}/${article.n}`],
    ['toString', `${scholar}/${article.n}`],
  ])
    expect((await send({ do: 'change', change: wrong[0] ?? '', paper: wrong[1] ?? '' })).status, `${wrong}`).toBe(400);
});

test('a sandbox that starts again lists the papers that were given, and each paper of the first day once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'new', 'sandbox.json');
  const first = await start(file);
  const [paper] = firstDay.papers;
  if (paper === undefined) throw new Error('the first day has no papers');
  // as after a kill in the middle of the day
  first.sandbox.addPublication(paper.owner, paper);
  await first.result({ do: 'give', scholar, title: 'A paper of today' });
  const before = await first.titles(scholar);

  const second = await start(file);
  expect(await second.titles(scholar)).toEqual(before);
  second.sandbox.publishFirstDay();
  second.sandbox.publishFirstDay();
  for (const { owner, title } of firstDay.papers)
    expect((await second.titles(owner)).filter((one) => one === title)).toHaveLength(1);
  const stored = JSON.parse(await readFile(file, 'utf8'));
  expect(stored).toHaveLength(firstDay.papers.length + 1);
});
