import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { below, type Figure, median, PEER, reportStep } from './measure.ts';
import { writeFile } from './portability-data.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { Session } from './session.ts';
import { timeIdentityLock } from './time-identity-lock.ts';
import { type Used, watchUse } from './watch-use.ts';

const PUBLICATIONS = 10_000;

/** The response to an import comes when everything is applied, which may take many minutes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Measures an import into an empty database, how long it delays saves of pages, and an export. */
export async function benchPortability(): Promise<Figure[]> {
  const imports: Used[] = [];
  const waits: number[] = [];
  const exports: Used[] = [];
  const file = [...encoded(PUBLICATIONS)];
  for (let n = 0; n < 3; n += 1) {
    await withService(async (service, session, dataDir) => {
      const use = await watchUse(service, dataDir);
      const { longestSeconds } = await timeIdentityLock(dataDir, () => importFile(session, file));
      waits.push(longestSeconds);
      imports.push(reportUse('import', await use.end()));
      for (let m = 0; m < 4; m += 1) {
        const useOfExport = await watchUse(service, dataDir);
        await exportAll(session);
        exports.push(reportUse('export', await useOfExport.end()));
      }
    });
  }
  const wall = (used: readonly Used[]) => median(used.map(({ seconds }) => seconds));
  const many = PUBLICATIONS.toLocaleString('en');
  return [
    below(`import of ${many} publications, empty database (median of 3)`, wall(imports), 's', 8),
    below('saves of pages wait for it', median(waits), 's', 1),
    below('export of these (median of 12)', wall(exports), 's', 0.2),
    PEER,
  ];
}

function reportUse(name: string, used: Used): Used {
  reportStep(
    `${name}: ${used.seconds.toFixed(2)} s, CPU service ${used.serviceCpu.toFixed(2)} s, PostgreSQL ${used.postgresCpu.toFixed(2)} s, ` +
      `at most ${used.serviceMegabytes.toFixed(0)} MB and ${used.postgresMegabytes.toFixed(0)} MB`,
  );
  return used;
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
