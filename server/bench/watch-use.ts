import { readFile, writeFile } from 'node:fs/promises';
import { listPostgres, residentMegabytes, type ServiceProcess } from './service-process.ts';

/** The time, processor time and peak memory of an operation. */
export interface Used {
  readonly seconds: number;
  readonly serviceCpu: number;
  readonly postgresCpu: number;
  /** the peak resident set, measured by the kernel */
  readonly serviceMegabytes: number;
  /** how much the resident set grew at most */
  readonly serviceAddedMegabytes: number;
  /** the highest observed proportional set of all its processes */
  readonly postgresMegabytes: number;
}

const LOOK_EVERY_MS = 500;
/** The unit of times in /proc. It is the same on every Linux that Node supports. */
const TICKS_A_SECOND = 100;

/** Watches a service and its PostgreSQL until `end`. */
export async function watchUse(service: ServiceProcess, dataDir: string) {
  // writing 5 resets the peak memory
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  const resident = await peakOf(service.pid);
  const before = { service: await cpuOf(service.pid), postgres: await cpuOfPostgres(dataDir) };
  const begin = performance.now();
  let now = { node: 0, postgres: 0 };
  let most = 0;
  const watching = setInterval(async () => {
    now = await residentMegabytes(service, dataDir).catch(() => now);
    most = Math.max(most, now.postgres);
  }, LOOK_EVERY_MS);
  const elapsed = () => (performance.now() - begin) / 1000;
  return {
    describe: () =>
      `${elapsed().toFixed(0)} s, service ${now.node.toFixed(0)} MB, PostgreSQL ${now.postgres.toFixed(0)} MB`,
    async end(): Promise<Used> {
      const seconds = elapsed();
      clearInterval(watching);
      const peak = await peakOf(service.pid);
      return {
        seconds,
        serviceCpu: (await cpuOf(service.pid)) - before.service,
        postgresCpu: (await cpuOfPostgres(dataDir)) - before.postgres,
        serviceMegabytes: peak,
        serviceAddedMegabytes: peak - resident,
        postgresMegabytes: most,
      };
    },
  };
}

/** The seconds of processor time of PostgreSQL so far. The postmaster has the sum of the processes that have ended. */
export async function cpuOfPostgres(dataDir: string): Promise<number> {
  const [postmaster = 0, ...children] = await listPostgres(dataDir);
  const each = await Promise.all(children.map((pid) => cpuOf(pid).catch(() => 0)));
  return each.reduce((sum, one) => sum + one, await cpuOf(postmaster, { withEnded: true }));
}

/** The seconds of processor time of a process so far. */
export async function cpuOf(pid: number, { withEnded = false } = {}): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // the fields after the name, which may contain anything: fields 14 and 15 are its own times, the next two those of
  // ended children
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0) / TICKS_A_SECOND;
}

/** The peak resident set in MB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
