import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { type FaultKind, faultKinds } from './fault.ts';

let sandbox: Sandbox;
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('faultyFaulty', 0);
  const { doi } = sandbox.addPublication('faultyFaulty', { copy: 'challenge', arxivId: '2601.12345' });
  const direct = sandbox.addPublication('faultyFaulty', {
    copy: 'direct',
    title: 'A direct publication',
    italic: null,
  });
  paths = {
    openalex: `/openalex/works/doi:${doi}`,
    crossref: `/crossref/works/${doi}`,
    arxiv: '/arxiv/api/query?id_list=2601.12345',
    datacite: '/datacite/dois?ids=10.48550/arxiv.2601.12345',
    unpaywall: `/unpaywall/v2/${doi}?email=a@b.example`,
    europepmc: `/europepmc/webservices/rest/search?query=DOI:"${doi}"&format=json&resultType=core`,
    publisher: `/publisher/${direct.doi}`,
    repository: `/repository/${doi}.pdf`,
  };
});
afterAll(() => sandbox.close());
afterEach(() => {
  for (const source of Object.keys(paths)) sandbox.setFault(source, null);
});

const sources = ['openalex', 'crossref', 'arxiv', 'datacite', 'unpaywall', 'europepmc', 'publisher', 'repository'];
const urlOf = (source: string) => sandbox.origin + encodeURI(paths[source] ?? '');
const sound = async (source: string) => Buffer.from(await (await fetch(urlOf(source))).arrayBuffer());
const request = (source: string, kind: FaultKind) => {
  sandbox.setFault(source, { kind, times: 1 });
  return fetch(urlOf(source), { redirect: 'manual' });
};

async function open(source: string, kind: FaultKind): Promise<IncomingMessage> {
  sandbox.setFault(source, { kind, times: 1 });
  const [response] = (await once(get(urlOf(source)), 'response')) as [IncomingMessage];
  return response;
}

const ending: readonly FaultKind[] = faultKinds.filter(
  (kind) => !['reset', 'hang', 'slow_loris', 'truncated_gzip', 'endless'].includes(kind),
);

describe.each(sources)('%s', (source) => {
  test('every faulty response differs from the normal one and does not mention Google', async () => {
    const expected = await sound(source);
    for (const kind of ending) {
      const response = await request(source, kind);
      const body = Buffer.from(await response.arrayBuffer());
      const isPoisonedPdf = kind === 'poison_row' && source === 'repository';
      if (!isPoisonedPdf) expect(body.equals(expected), kind).toBe(false);
      expect(`${response.headers.get('location')} ${body}`, kind).not.toMatch(/google\.com|gsc?_/);
    }
    expect((await sound(source)).equals(expected)).toBe(true);
  });

  test('truncated gzip, slow bodies and endless bodies begin with the normal response', async () => {
    const expected = await sound(source);
    const cut = await open(source, 'truncated_gzip');
    const parts: Buffer[] = [];
    for await (const part of cut) parts.push(part as Buffer);
    expect(() => gunzipSync(Buffer.concat(parts))).toThrow(/unexpected end/);
    const slow = await open(source, 'slow_loris');
    const [first] = (await once(slow, 'data')) as [Buffer];
    expect(first.equals(expected.subarray(0, 1))).toBe(true);
    slow.destroy();
    const endless = await open(source, 'endless');
    const [start] = (await once(endless, 'data')) as [Buffer];
    expect(start.subarray(0, 100).equals(expected.subarray(0, 100))).toBe(true);
    let bytes = 0;
    for await (const part of endless) {
      bytes += (part as Buffer).length;
      if (bytes > 1_000_000) break;
    }
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  test('a refusal has a Retry-After header, a reset closes the connection, and a held request gets its response after release', async () => {
    const refused = await request(source, 'retry_after_seconds');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '120']);
    await expect(request(source, 'reset')).rejects.toThrow();
    const expected = await sound(source);
    const before = sandbox.requestCount(source);
    const waiting = request(source, 'hang');
    while (sandbox.requestCount(source) === before) await new Promise((resolve) => setImmediate(resolve));
    sandbox.release();
    expect(Buffer.from(await (await waiting).arrayBuffer()).equals(expected)).toBe(true);
  });
});

test('a challenge page is a 403 with the header cf-mitigated', async () => {
  for (const source of sources) {
    const response = await request(source, 'challenge_page');
    expect([response.status, response.headers.get('cf-mitigated')], source).toEqual([403, 'challenge']);
    expect(await response.text()).toContain('Just a moment...');
  }
});

test('each source has its own response for a missing record', async () => {
  expect(await (await request('crossref', 'notfound')).text()).toBe('Resource not found.');
  expect(await (await request('unpaywall', 'notfound')).json()).toMatchObject({ HTTP_status_code: 404, error: true });
  expect((await request('openalex', 'notfound')).headers.get('content-type')).toMatch(/html/);
});

test('a changed layout is still JSON, Atom, HTML or bytes, with other names', async () => {
  expect(await (await request('openalex', 'layout')).json()).toHaveProperty('nx-title');
  expect(await (await request('arxiv', 'layout')).text()).toContain('<nx-entry>');
  expect(await (await request('publisher', 'layout')).text()).not.toContain('citation_pdf_url');
  expect(await (await request('repository', 'layout')).text()).not.toContain('%PDF-');
});

test('poison changes texts but not ids and links', async () => {
  const before = JSON.parse((await sound('openalex')).toString());
  const poisoned = (await (await request('openalex', 'poison_row')).json()) as typeof before;
  expect(poisoned.title).toBe(`${before.title}\u0000\ud800\u202e`);
  expect(poisoned.ids.doi).toBe(before.ids.doi);
  expect(poisoned.locations[0].pdf_url).toBe(before.locations[0].pdf_url);
  expect(poisoned.nx_endless.length).toBeGreaterThan(80_000);
  expect(await (await request('arxiv', 'poison_row')).text()).toContain('&#0;&#xD800;');
});
