import { afterEach, expect, test } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts';
import { TokenBucket } from './token-bucket.ts';

const started: Sandbox[] = [];

async function start(limits?: SandboxOptions['limits']): Promise<Sandbox> {
  const sandbox = await startSandbox({ scholars: 'none', ...(limits === undefined ? {} : { limits }) });
  started.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of started.splice(0)) await sandbox.close();
});

const statusesOf = async (url: string, times: number, headers: Record<string, string> = {}) => {
  const answers = await Promise.all(Array.from({ length: times }, () => fetch(url, { headers })));
  return answers.map(({ status }) => status).toSorted();
};

test('without limits nobody is refused, and nobody is told to wait', async () => {
  const { env } = await start();
  expect(new Set(await statusesOf(`${env.ARXIV_BASE_URL}/api/query?id_list=2601.00001`, 20))).toEqual(new Set([200]));
  expect(new Set(await statusesOf(`${env.CROSSREF_BASE_URL}/works?query=x`, 20))).toEqual(new Set([200]));
  const answer = await fetch(`${env.OPENALEX_BASE_URL}/works?search=x`);
  const { headers } = answer;
  expect(Number(headers.get('x-ratelimit-limit')) - Number(headers.get('x-ratelimit-remaining'))).toBe(10);
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(1e7);
  expect(
    Number((await fetch(`${env.CROSSREF_BASE_URL}/works?query=x`)).headers.get('x-rate-limit-limit')),
  ).toBeGreaterThan(1000);
});

test('OpenAlex: credits are counted by what is asked, and when they are spent only what is free is answered', async () => {
  const { env } = await start({ openAlexCredits: 25 });
  const ask = async (path: string, key = '') => {
    const answer = await fetch(
      `${env.OPENALEX_BASE_URL}/works${path}`,
      key === '' ? {} : { headers: { 'x-api-key': key } },
    );
    return [answer.status, Number(answer.headers.get('x-ratelimit-remaining'))];
  };
  expect(await ask('/doi:10.1/x')).toEqual([404, 25]);
  expect(await ask('/https://doi.org/10.1/x')).toEqual([404, 24]);
  expect(await ask('?filter=doi:10.1/x|10.1/y')).toEqual([200, 23]);
  expect(await ask('?search=x')).toEqual([200, 13]);
  expect(await ask('?filter=title.search:x')).toEqual([200, 3]);
  expect(await ask('?search=x')).toEqual([200, 0]);
  const refused = await fetch(`${env.OPENALEX_BASE_URL}/works?filter=doi:10.1/x`);
  expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
  const reset = Number(refused.headers.get('x-ratelimit-reset'));
  expect(Number(refused.headers.get('retry-after'))).toBe(reset);
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(86_400);
  expect(await ask('/doi:10.1/x')).toEqual([404, 0]);
  expect(await ask('?search=x', 'a-key')).toEqual([200, 9_990]);
  expect(await ask('?search=x&api_key=another')).toEqual([200, 9_990]);
  for (const key of ['bad', ' padded']) {
    expect((await fetch(`${env.OPENALEX_BASE_URL}/works?search=x&api_key=${encodeURIComponent(key)}`)).status).toBe(
      401,
    );
  }
});

test('Crossref: who names an address is in the polite pool', async () => {
  const { env } = await start({ crossrefSearchRate: 3 });
  const toldTo = async (path: string, agent: string) => {
    const { headers } = await fetch(`${env.CROSSREF_BASE_URL}${path}`, { headers: { 'user-agent': agent } });
    return ['x-api-pool', 'x-rate-limit-limit', 'x-rate-limit-interval', 'x-concurrency-limit'].map((name) =>
      headers.get(name),
    );
  };
  expect(await toldTo('/works/10.1/x', 'node')).toEqual(['public', '5', '1s', '1']);
  expect(await toldTo('/works?query=x', 'node')).toEqual(['public', '1', '1s', '1']);
  expect(await toldTo('/works/10.1/x?mailto=a@b.example', 'node')).toEqual(['polite', '10', '1s', '3']);
  expect(await toldTo('/works?query=x', 'Lectern (mailto:a@b.example)')).toEqual(['polite', '3', '1s', '3']);
});

test('who asks faster than Crossref, arXiv or Europe PMC allow is refused', async () => {
  const { env } = await start({ crossrefSearchRate: 3, arxivSeconds: 3600, europePmcPerMinute: 2 });
  const arxiv = `${env.ARXIV_BASE_URL}/api/query?id_list=2601.00001`;
  expect(await statusesOf(arxiv, 3)).toEqual([200, 429, 429]);
  const crossref = await statusesOf(`${env.CROSSREF_BASE_URL}/works?query=x&mailto=a@b.example`, 200);
  expect([crossref[0], crossref.at(-1)]).toEqual([200, 429]);
  const europepmc = `${env.EUROPEPMC_BASE_URL}/search?query=x&format=json`;
  expect(await statusesOf(europepmc, 4)).toEqual([200, 200, 429, 429]);
  expect(await statusesOf(`${env.ARXIV_BASE_URL}/pdf/2601.00001`, 3)).toEqual([404, 404, 404]);
});

test('a bucket lets an even pace through for ever, and a burst only once', () => {
  const even = new TokenBucket(1, 3);
  for (let second = 0; second <= 300; second += 3) expect(even.take(second * 1000 - (second % 2) * 50)).toBe(true);
  const burst = new TokenBucket(10, 1);
  expect(Array.from({ length: 12 }, () => burst.take(5_000)).filter(Boolean)).toHaveLength(10);
  expect(burst.take(5_050)).toBe(false);
  expect(burst.take(5_100)).toBe(true);
});
