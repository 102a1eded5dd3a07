import { setTimeout as pause } from 'node:timers/promises';
import { median } from './measure.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { type Row, rowOf } from './scale-table.ts';
import { residentMegabytes, startService } from './service-process.ts';

const STARTS = 3;
const REST_SECONDS = 20;

/**
 * Measures the start of a whole service and of PostgreSQL on a database that no process has open, and the memory of
 * both after it.
 */
export async function benchStart(dataDir: string): Promise<Row[]> {
  const starts: number[] = [];
  for (let n = 1; n < STARTS; n++) {
    const service = await startService(dataDir, {});
    starts.push(service.startMs / 1000);
    await service.stop();
  }
  const service = await startService(dataDir, {});
  starts.push(service.startMs / 1000);
  const memory = await memoryRows(service, dataDir, 'after the start');
  await service.stop();
  return [rowOf(`start to healthy (median of ${STARTS})`, median(starts), 's', { max: 2 }), ...memory];
}

/** Measures the memory of an API process and of PostgreSQL after everything else was measured. */
export function benchMemory({ service, dataDir }: ScaleLibrary): Promise<Row[]> {
  return memoryRows(service, dataDir, 'at the end');
}

async function memoryRows(service: ScaleLibrary['service'], dataDir: string, when: string): Promise<Row[]> {
  await pause(REST_SECONDS * 1000);
  const { node, postgres } = await residentMegabytes(service, dataDir);
  return [
    rowOf(`idle memory of the service ${when} (PSS)`, node, 'MB'),
    rowOf(`idle memory of PostgreSQL ${when} (PSS)`, postgres, 'MB'),
  ];
}
