import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { above, below, type Figure, forComparison, median } from './measure.ts';
import { writeFile } from './portability-data.ts';
import { residentMegabytes, type ServiceProcess, startService } from './service-process.ts';
import { Session } from './session.ts';

const TEN_THOUSAND = 10_000;
/** `LECTERN_BENCH_PUBLICATIONS=100000` for a quicker look */
const MANY = Number(process.env.LECTERN_BENCH_PUBLICATIONS ?? 1_000_000);
const LOOK_EVERY_MS = 200;

/** An import into an empty database and an export, of ten thousand publications and of a million, with the memory that these take. */
export async function benchPortability(): Promise<Figure[]> {
  const imports: number[] = [];
  const exports: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await withService(async (_service, session) => {
      imports.push(await importFile(session, TEN_THOUSAND));
      for (let m = 0; m < 4; m += 1) exports.push((await exportAll(session)).seconds);
    });
  }
  const many = MANY.toLocaleString('en');
  const figures: Figure[] = [
    below('import of 10,000 publications, 11,000 links, empty database (median of 3)', median(imports), 's', 2),
    below('export of these (median of 12)', median(exports), 's', 0.2),
  ];
  await withService(async (service, session, dataDir) => {
    const rest = await residentMegabytes(service, dataDir);
    const watch = watchMemory(service, dataDir);
    const importing = await importFile(session, MANY);
    const peak = await watch.end();
    figures.push(
      forComparison(`import of ${many} publications`, importing, 's'),
      below('memory more while it goes on, service', peak.node - rest.node, 'MB', 200),
      below('memory more while it goes on, service and PostgreSQL', peak.both - rest.node - rest.postgres, 'MB', 400),
    );
    const before = await residentMegabytes(service, dataDir);
    const watchExport = watchMemory(service, dataDir);
    const { seconds, bytes } = await exportAll(session);
    const exportPeak = await watchExport.end();
    figures.push(
      forComparison(`export of ${many} publications`, seconds, 's'),
      above('of it a second', bytes / 1e6 / seconds, 'MB', 10),
      below('memory more while it goes on, service', Math.max(0, exportPeak.node - before.node), 'MB', 200),
    );
    figures.push(forComparison(`the same ${many} imported again`, await importFile(session, MANY), 's'));
  });
  return figures;
}

async function withService(
  work: (service: ServiceProcess, session: Session, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  // the API alone asks nobody: what an import queues waits
  const env = { CROSSREF_ENABLED: 'true', OPENALEX_ENABLED: 'true', GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9' };
  const service = await startService(dataDir, env, 'api');
  try {
    await work(service, await new Session(service.url).signIn(), dataDir);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function importFile(session: Session, publications: number): Promise<number> {
  const encoder = new TextEncoder();
  const parts = publications > TEN_THOUSAND ? null : encoder.encode([...writeFile(publications)].join(''));
  const body = parts ?? Readable.toWeb(Readable.from(encoded(publications)));
  const begin = performance.now();
  const response = await fetch(`${session.url}/api/v1/scholars/import`, {
    method: 'POST',
    headers: { cookie: session.cookie, 'x-csrf-token': session.csrf, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  const { data, error } = (await response.json()) as {
    data?: { skipped_records: number };
    error?: { message: string };
  };
  if (!data || data.skipped_records > 0) throw new Error(`import: ${error?.message ?? 'items were passed over'}`);
  return (performance.now() - begin) / 1000;
}

function* encoded(publications: number): Generator<Uint8Array> {
  for (const part of writeFile(publications)) yield Buffer.from(part);
}

async function exportAll(session: Session): Promise<{ seconds: number; bytes: number }> {
  const begin = performance.now();
  const response = await fetch(`${session.url}/api/v1/scholars/export`, { headers: { cookie: session.cookie } });
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += (part as Uint8Array).length;
  return { seconds: (performance.now() - begin) / 1000, bytes };
}

/** The most memory that is seen until `end`. */
function watchMemory(service: ServiceProcess, dataDir: string) {
  const peak = { node: 0, both: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { node, postgres } = await residentMegabytes(service, dataDir).catch(() => ({ node: 0, postgres: 0 }));
      peak.node = Math.max(peak.node, node);
      peak.both = Math.max(peak.both, node + postgres);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return peak;
    },
  };
}
