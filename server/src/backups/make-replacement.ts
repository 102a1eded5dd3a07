import { withDatabase } from './connection-address.ts';
import { DumpTally } from './dump-tally.ts';
import { loadScript } from './load-store.ts';
import { prepareRestored } from './prepare-restored.ts';
import type { RestoreOptions } from './restore-options.ts';
import { copySettings, createDatabaseLike, type ServerConnection } from './restore-store.ts';

/** Makes the database `replacement` of a dump, ready to take the place of `name`. Returns whether the check found it in order. */
export async function makeReplacement(
  server: ServerConnection,
  { url, dump, known, check, signal, tell, name, replacement }: RestoreOptions & { name: string; replacement: string },
): Promise<boolean> {
  const place = withDatabase(url, replacement);
  tell(`Loading it into a new database, ${replacement}.`);
  await createDatabaseLike(server, replacement, name);
  const tally = new DumpTally();
  await loadScript(place, tally.watch(dump.parts()), signal);
  tally.migration(dump.name, known);
  tell('Checking it.');
  const faults = await prepareRestored(place, { counts: tally.counts, check });
  for (const line of faults) tell(line);
  for (const setting of await copySettings(place, name))
    tell(`The database's own setting ${setting} could not be carried over: set it again.`);
  return faults.length === 0;
}
