import { demoAccount, firstDay } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { makeDataDir, runProgram, type ServiceProcess } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { otherSources } from '../../support/other-sources.ts';
import { until, untilEnded } from '../../support/wait.ts';

interface Item {
  readonly publication_id: number;
  readonly year: number;
  readonly pdf_url: string | null;
}

const THIS_YEAR = new Date().getFullYear();

test('the demo greets with an inbox of new papers, although it was killed meanwhile, and has them after a restart', async () => {
  const dataDir = await makeDataDir();
  const start = (env = {}) =>
    runProgram('demo.js', {
      ...otherSources(true),
      DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '3',
      ...env,
    });

  const killed = start({ INGESTION_MIN_REQUEST_DELAY_SECONDS: '2' });
  const early = await signIn(killed);
  await until(async () => expect(await countBaselines(early)).toBeGreaterThan(0));
  expect(await countBaselines(early)).toBeLessThan(firstDay.scholars.length);
  await killed.stop('SIGKILL');

  const second = start();
  const client = await signIn(second);
  await second.says(/"msg":"Google Scholar is paused until /);
  await second.says(/"msg":"Google Scholar is no longer paused/);
  const inbox = await until(async () => {
    const found = await readInbox(client);
    expect(found).toHaveLength(firstDay.papers.length);
    expect(found.filter(({ pdf_url }) => pdf_url !== null).length).toBeGreaterThan(5);
    return found;
  });
  expect(inbox.length).toBeGreaterThanOrEqual(10);
  expect(inbox.length).toBeLessThanOrEqual(15);
  expect(new Set(inbox.map(({ year }) => year))).toEqual(new Set([THIS_YEAR]));
  const { runs, safety_state } = await client.ok('GET', '/runs');
  expect(safety_state.cooldown_active).toBe(false);
  expect(runs).toHaveLength(1);
  const { run: day } = await untilEnded(client, runs[0].id);
  expect(day).toMatchObject({ new_publication_count: inbox.length, status: 'partial_failure' });
  const path = '/admin/db/repairs/publication-near-duplicates';
  const { clusters } = await client.ok('POST', path, { body: { dry_run: true } });
  expect(clusters).toHaveLength(1);
  const pair = clusters[0].members.map((one: Item) => one.publication_id);
  expect(inbox.map((one) => one.publication_id)).toEqual(expect.arrayContaining(pair));
  expect((await second.stop('SIGTERM')).code, second.output()).toBe(0);

  const third = start({ PROFILE_FULL_CRAWL_DAYS: '0' });
  const again = await signIn(third);
  const { run_id } = await again.ok('POST', '/runs/manual', { status: 201 });
  const { run, scholar_results } = await untilEnded(again, run_id);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect(scholar_results).toHaveLength(firstDay.scholars.length);
  expect(idsOf(await readInbox(again))).toEqual(idsOf(inbox));
  expect((await again.ok('GET', '/runs')).runs).toHaveLength(2);
});

async function signIn(service: ServiceProcess): Promise<Client> {
  const client = new Client(await service.url());
  // the account is made just after the service begins to listen
  await until(() => client.signIn(demoAccount.email, demoAccount.password));
  return client;
}

async function countBaselines(client: Client): Promise<number> {
  const { scholars } = await client.ok('GET', '/scholars');
  return scholars.filter((one: { baseline_completed: boolean }) => one.baseline_completed).length;
}

async function readInbox(client: Client): Promise<readonly Item[]> {
  return (await client.ok('GET', '/publications?mode=unread&page_size=100')).publications;
}

function idsOf(items: readonly Item[]): number[] {
  return items.map((one) => one.publication_id).sort((a, b) => a - b);
}
