import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '@lectern/sandbox';
import { type Figure, forComparison } from './measure.ts';
import type { Session } from './session.ts';

interface Scholar {
  readonly scholar_id: string;
  readonly baseline_completed: boolean;
}

/** Tracks scholars of the sandbox until the library has grown by `works`, without any request delay. Measures the speed. */
export async function benchCollecting(
  session: Session,
  sandbox: Sandbox,
  prefix: string,
  works: number,
): Promise<Figure> {
  const perScholar = 2500;
  const ids = Array.from(
    { length: works / perScholar },
    (_, n) => `${prefix}${String(n).padStart(12 - prefix.length, '0')}`,
  );
  for (const id of ids) sandbox.addScholar(id, perScholar);
  const begin = performance.now();
  for (const id of ids) await session.call('POST', '/scholars', { scholar_id: id });
  const wanted = new Set(ids);
  for (;;) {
    const { scholars } = await session.call<{ scholars: Scholar[] }>('GET', '/scholars');
    if (scholars.every((one) => !wanted.has(one.scholar_id) || one.baseline_completed)) break;
    await pause(500);
  }
  const seconds = (performance.now() - begin) / 1000;
  return forComparison(
    `collecting ${works.toLocaleString('en')} new works (stand-in and service on these cores)`,
    works / 100 / seconds,
    'pages/s',
  );
}
