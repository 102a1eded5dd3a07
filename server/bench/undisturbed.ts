import { readdir, readFile } from 'node:fs/promises';
import { reportStep } from './measure.ts';

const ATTEMPTS = 3;
/** Other processes, and other machines of the same host, may use this share of one processor meanwhile. */
const MAX_SHARE = 0.1;
/** The unit of times in /proc. */
const TICKS_A_SECOND = 100;

/**
 * Measures again, at most twice, while processes that the bench did not start use the processors. Returns the result of
 * the attempt that they disturbed least.
 */
export async function undisturbed<T>(name: string, measure: () => Promise<T>): Promise<T> {
  let best: { result: T; share: number } | undefined;
  for (let n = 1; ; n++) {
    const [begin, before] = [performance.now(), await ticksOfOthers()];
    const result = await measure();
    const share = (1000 * ((await ticksOfOthers()) - before)) / TICKS_A_SECOND / (performance.now() - begin);
    if (best === undefined || share < best.share) best = { result, share };
    if (best.share <= MAX_SHARE) return best.result;
    reportStep(`${name}: other processes used ${share.toFixed(2)} processors${n < ATTEMPTS ? '; measured again' : ''}`);
    if (n === ATTEMPTS) return best.result;
  }
}

/** The processor time of everything but this process and its descendants, with what the host gave to other machines. */
async function ticksOfOthers(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const own = new Map<number, { parent: number; ticks: number }>();
  for (const text of processes) {
    // the fields after the name, which may contain anything: the second is the parent; the times include ended children
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    own.set(Number.parseInt(text, 10), { parent: fields[1] ?? 0, ticks });
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(own.get(pid)?.parent ?? 0));
  const ownTicks = [...own].reduce((sum, [pid, { ticks }]) => sum + (isOwn(pid) ? ticks : 0), 0);
  return user + nice + system + interrupts + soft + stolen - ownTicks;
}
