import { DumpTally } from './dump-tally.ts';
import type { Dump } from './read-dump.ts';

/**
 * Reads a dump to its end without changing anything, and gives its newest migration. `known`: those of this version, the oldest first.
 * @throws OperatorError when it is cut off, of another product or of a newer schema
 */
export async function inspectDump(dump: Dump, known: readonly string[]): Promise<string> {
  const tally = new DumpTally();
  for await (const _ of tally.watch(dump.parts()));
  return tally.migration(dump.name, known);
}
