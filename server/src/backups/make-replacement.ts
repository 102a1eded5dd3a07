import { withDatabase } from './connection-address.ts';
import { DumpTally } from './dump-tally.ts';
import { loadScript } from './load-store.ts';
import { findSignInRefusal, makeLoader, takeOver } from './loader-store.ts';
import { prepareRestored } from './prepare-restored.ts';
import type { RestoreOptions } from './restore-options.ts';
import { copySettings, createDatabaseLike, type ServerConnection, takeDatabase } from './restore-store.ts';

/** Makes the database `replacement` of a dump, ready to take the place of `name`. Returns whether the check found it in order. */
export async function makeReplacement(
  server: ServerConnection,
  { url, dump, known, check, signal, tell, name, replacement }: RestoreOptions & { name: string; replacement: string },
): Promise<boolean> {
  const place = withDatabase(url, replacement);
  tell(`Loading it into a new database, ${replacement}.`);
  const loader = await makeLoader(server, url, name);
  await createDatabaseLike(server, replacement, { like: name, owner: loader.role });
  let loading = loader.url(replacement);
  const refusal = loader.role === null ? null : await findSignInRefusal(loading);
  if (refusal !== null) {
    tell(
      `No role without superuser rights can sign in (${refusal}): the dump is loaded with all rights. Restore only dumps that you trust.`,
    );
    await takeDatabase(server, replacement);
    loading = place;
  }
  const tally = new DumpTally();
  await loadScript(loading, tally.watch(dump.parts()), signal);
  tally.migration(dump.name, known);
  tell('Checking it.');
  const faults = await prepareRestored(loading, { counts: tally.counts, check });
  if (loader.role !== null) await takeOver(place, loader.role);
  for (const line of faults) tell(line);
  for (const setting of await copySettings(place, name))
    tell(`The database's own setting ${setting} could not be carried over: set it again.`);
  return faults.length === 0;
}
