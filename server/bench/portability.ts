import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { above, below, type Figure, forComparison, median, tell } from './measure.ts';
import { writeFile } from './portability-data.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { Session } from './session.ts';
import { timeIdentityLock } from './time-identity-lock.ts';
import { type Used, watchUse } from './watch-use.ts';

const TEN_THOUSAND = 10_000;
/** `PORTABILITY_WORKS=10000` measures only this size. Separate several numbers by commas. */
const SIZES = (process.env.PORTABILITY_WORKS ?? '10000,100000').split(',').map(Number);
const TELL_EVERY_MS = 10_000;

/** The response to an import comes when everything is applied, which may take many minutes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Measures time and memory of an import into an empty database and of an export, with ten thousand publications and with a hundred thousand. */
export async function benchPortability(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(size <= TEN_THOUSAND ? await benchFew(size) : await benchMany(size)));
  return figures;
}

async function benchFew(size: number): Promise<Figure[]> {
  const imports: Used[] = [];
  const waits: number[] = [];
  const exports: Used[] = [];
  const file = [Buffer.from([...writeFile(size)].join(''))];
  for (let n = 0; n < 3; n += 1) {
    await withService(async (service, session, dataDir) => {
      const use = await watchUse(service, dataDir);
      const { longestSeconds } = await timeIdentityLock(dataDir, () => importFile(session, file));
      waits.push(longestSeconds);
      imports.push(tellUse('import', await use.end()));
      for (let m = 0; m < 4; m += 1) {
        const useOfExport = await watchUse(service, dataDir);
        await exportAll(session);
        exports.push(tellUse('export', await useOfExport.end()));
      }
    });
  }
  const wall = (used: readonly Used[]) => median(used.map(({ seconds }) => seconds));
  const many = size.toLocaleString('en');
  const links = (size * 1.1).toLocaleString('en');
  return [
    below(`import of ${many} publications, ${links} links, empty database (median of 3)`, wall(imports), 's', 8),
    ...processorFigures(imports),
    below('saves of pages wait for it', median(waits), 's', 1),
    below('export of these (median of 12)', wall(exports), 's', 0.2),
    ...processorFigures(exports),
  ];
}

async function benchMany(size: number): Promise<Figure[]> {
  const many = size.toLocaleString('en');
  const figures: Figure[] = [];
  await withService(async (service, session, dataDir) => {
    const measure = async <T>(name: string, work: () => Promise<T>) => {
      const use = await watchUse(service, dataDir);
      const telling = setInterval(() => tell(`${name}: ${use.describe()}`), TELL_EVERY_MS);
      const result = await work().finally(() => clearInterval(telling));
      const used = tellUse(name, await use.end());
      figures.push(
        forComparison(`${name} of ${many} publications`, used.seconds, 's'),
        below('memory of the service at most (RSS)', used.serviceMegabytes, 'MB', 200),
        forComparison('memory of PostgreSQL at most (PSS)', used.postgresMegabytes, 'MB'),
        ...processorFigures([used]),
      );
      return { result, used };
    };
    const { longestSeconds } = await measure('import', () =>
      timeIdentityLock(dataDir, () => importFile(session, encoded(size))),
    ).then(({ result }) => result);
    figures.push(below('saves of pages wait for it', longestSeconds, 's', 10));
    const { result: bytes, used } = await measure('export', () => exportAll(session));
    figures.push(above('of the export a second', bytes / 1e6 / used.seconds, 'MB', 10));
    await measure('the same import again', () => importFile(session, encoded(size)));
  });
  return figures;
}

function tellUse(name: string, used: Used): Used {
  tell(
    `${name}: ${used.seconds.toFixed(2)} s, CPU service ${used.serviceCpu.toFixed(2)} s, PostgreSQL ${used.postgresCpu.toFixed(2)} s, ` +
      `at most ${used.serviceMegabytes.toFixed(0)} MB and ${used.postgresMegabytes.toFixed(0)} MB`,
  );
  return used;
}

function processorFigures(used: readonly Used[]): Figure[] {
  return [
    forComparison('processor time of the service', median(used.map(({ serviceCpu }) => serviceCpu)), 's'),
    forComparison('processor time of PostgreSQL', median(used.map(({ postgresCpu }) => postgresCpu)), 's'),
  ];
}

/** Runs `work` with an API process on an empty database and a signed-in user. */
export async function withService(
  work: (service: ServiceProcess, session: Session, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  // an API process without a worker sends no requests, so work that an import queues waits
  const env = { CROSSREF_ENABLED: 'true', OPENALEX_ENABLED: 'true', GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9' };
  const service = await startService(dataDir, env, 'api');
  try {
    await work(service, await new Session(service.url).signIn(), dataDir);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Imports a file in parts. @throws Error if an item was skipped */
export async function importFile(session: Session, parts: Iterable<Uint8Array>): Promise<void> {
  const { body } = await request(`${session.url}/api/v1/scholars/import`, {
    method: 'POST',
    headers: { cookie: session.cookie, 'x-csrf-token': session.csrf, 'content-type': 'application/json' },
    body: Readable.from(parts),
    dispatcher: patient,
  });
  const { data, error } = (await body.json()) as { data?: { skipped_records: number }; error?: { message: string } };
  if (!data || data.skipped_records > 0) throw new Error(`import: ${error?.message ?? 'items were skipped'}`);
}

/** The parts of a file with the given number of publications, as bytes. */
export function* encoded(publications: number, perScholar?: number): Generator<Uint8Array> {
  for (const part of writeFile(publications, perScholar)) yield Buffer.from(part);
}

/** Exports the whole library, or what else has this path. Returns the number of received bytes. */
export async function exportAll(session: Session, path = '/scholars/export'): Promise<number> {
  const { body, statusCode } = await request(`${session.url}/api/v1${path}`, {
    headers: { cookie: session.cookie },
    dispatcher: patient,
  });
  let bytes = 0;
  for await (const part of body) bytes += (part as Uint8Array).length;
  if (statusCode !== 200) throw new Error(`export: ${statusCode}`);
  return bytes;
}
