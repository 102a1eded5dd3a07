import { expect, test } from 'vitest';
import { passTime } from '../support/due.ts';
import { untilEnriched } from '../support/enrichment.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilNoLookups } from '../support/wait.ts';

test('what Crossref says of a retracted paper is asked for again, so that a notice that it takes back goes', async () => {
  const { admin, db, sandbox, runToEnd } = await startService({ sources: 'all', scholar: 'collected' });
  const title = 'Frost in the valley of nine lakes';
  const paper = sandbox.addPublication(ONE, { title, italic: null, arxivId: null, copy: 'direct' });
  sandbox.change(paper, 'retract');
  await runToEnd(admin);
  await untilEnriched(admin, 1);
  const read = async () => (await admin.ok('GET', '/publications')).publications[0].notice;
  expect(await read()).toBe('retraction');
  sandbox.change(paper, 'restore');
  await passTime(db);
  await untilNoLookups(db);
  expect(await read()).toBe(null);
});

test('what becomes of a paper at the sources is shown: concern, retraction, reinstatement, correction', async () => {
  const service = await startService({
    ...{ sources: 'all', scholar: 'collected', env: { RETRACTION_WATCH_ENABLED: '1' } },
    constants: { noticeList: { everySeconds: 1, retrySeconds: 1 } },
  });
  const { admin, sandbox, runToEnd } = service;
  const title = 'Frost in the valley of nine lakes, and what became of it';
  const paper = sandbox.addPublication(ONE, { title, italic: null, arxivId: null, copy: 'closed' });
  await runToEnd(admin);
  await untilEnriched(admin, 1);
  const read = async () => {
    const { publications } = await admin.ok('GET', '/publications');
    const { notices } = await admin.ok('GET', `/publications/${publications[0].publication_id}`);
    return { notice: publications[0].notice, natures: notices.map(({ nature }: { nature: string }) => nature) };
  };
  expect(await read()).toEqual({ notice: null, natures: [] });
  const natures: string[] = [];
  for (const [change, nature, notice] of [
    ['concern', 'concern', 'concern'],
    ['retract', 'retraction', 'retraction'],
    ['correct', 'correction', 'retraction'],
    ['reinstate', 'reinstatement', null],
  ] as const) {
    sandbox.change(paper, change);
    natures.unshift(nature);
    await until(async () => expect(await read()).toEqual({ notice, natures }));
  }
  sandbox.change(paper, 'restore');
  await until(async () => expect(await read()).toEqual({ notice: null, natures: [] }));
});
