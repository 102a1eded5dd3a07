import { parseArgs } from 'node:util';
import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { listOtherUsers } from '../platform/database/embedded-users.ts';
import { OperatorError } from '../platform/errors.ts';
import { Secrets } from '../platform/secrets.ts';
import { type Resealed, resealKeys } from '../settings/reseal-keys.ts';
import { findKeyOwner, keyFilesIn, makeKeyFile, readKeyFile, swapKeyFiles } from './key-files.ts';
import { MEND_CURRENT, MEND_OTHER } from './open-secrets.ts';

const USAGE = 'rotate-secrets [--leave-unreadable]';
const OTHERS_END_WITHIN_MS = 3000;
const LOOK_AGAIN_MS = 100;

interface Rotation {
  readonly config: Config;
  readonly args: readonly string[];
  /** `exclusive`: no whole service may have the embedded database open meanwhile */
  open(options: { exclusive: boolean }): Promise<Database>;
  print(line: string): void;
}

/**
 * Seals all secrets in the database with a new key. With SECRETS_KEY the keys are those of the configuration; else a new one is made in
 * DATA_DIR and takes the place of the old, so that at every moment the files there open what the database holds.
 * @throws OperatorError when something does not open; then nothing is changed
 */
export async function rotateSecrets({ config, args, open, print }: Rotation): Promise<void> {
  const options = { leaveUnreadable: readOptions(args) };
  const { secretsKey, previousSecretsKey, databaseUrl, dataDir } = config;
  if (secretsKey !== null) {
    const secrets = new Secrets(secretsKey, previousSecretsKey === null ? [] : [previousSecretsKey]);
    printCounts(await resealKeys(await open({ exclusive: false }), secrets, options), print);
    print(
      previousSecretsKey === null
        ? 'This looked only whether all is sealed with SECRETS_KEY. To change the key, give the new one as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS.'
        : 'When every service runs with the new SECRETS_KEY, run this once more; then SECRETS_KEY_PREVIOUS may go. Keep it as long as dumps from before.',
    );
    return;
  }
  if (databaseUrl !== null) {
    throw new OperatorError(
      'Beside DATABASE_URL, give the new key as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS (or as files, with _FILE).',
    );
  }
  const { hadOlder, ...counts } = await rotateKeyFile(dataDir, open, options);
  printCounts(counts, print);
  const { current, previous } = keyFilesIn(dataDir);
  print(`The new key is in ${current}, the old one in ${previous}: keep that as long as dumps from before.`);
  if (hadOlder) {
    print(
      'The key before that is in no file here any more: nothing in the database needs it, only dumps from before the last rotation but one.',
    );
  }
}

async function rotateKeyFile(
  dataDir: string,
  open: Rotation['open'],
  options: { leaveUnreadable: boolean },
): Promise<Resealed & { hadOlder: boolean }> {
  const { current, next, previous } = keyFilesIn(dataDir);
  const oldKey = await readKeyFile(current, MEND_CURRENT);
  if (oldKey === null) throw new OperatorError(`There is no key in ${dataDir} yet: the first start makes one.`);
  const owner = await findKeyOwner(current);
  const db = await open({ exclusive: true });
  const others = await waitForOthers(db);
  if (others.length > 0) {
    throw new OperatorError(
      `Other processes have the database in ${dataDir} open (${others.join(', ')}), and know the old key alone. Stop them first.`,
    );
  }
  // one that a rotation left behind that was broken off may have sealed something already
  if ((await readKeyFile(next, MEND_OTHER)) === null) await makeKeyFile(next, dataDir, owner);
  const newKey = await readKeyFile(next, MEND_OTHER);
  if (newKey === null) throw new OperatorError(`${next} is a link that leads nowhere. Remove it.`);
  const older = await readKeyFile(previous, MEND_OTHER);
  // all of it, whatever of the keys here sealed it: then the one before the old key may go
  const counts = await resealKeys(db, new Secrets(newKey, older === null ? [oldKey] : [oldKey, older]), options);
  await swapKeyFiles(dataDir);
  // the same as the old one: a rotation was broken off between its two files
  return { ...counts, hadOlder: older !== null && older !== oldKey };
}

/** Who still has the database open after a while: the connection of a process that was killed needs a moment to be noticed. */
async function waitForOthers(db: Database): Promise<number[]> {
  const until = performance.now() + OTHERS_END_WITHIN_MS;
  for (;;) {
    const others = await listOtherUsers(db);
    if (others.length === 0 || performance.now() > until) return others;
    await pause(LOOK_AGAIN_MS, new AbortController().signal);
  }
}

function printCounts({ resealed, upToDate, unreadable }: Resealed, print: (line: string) => void): void {
  print(`${resealed} of the users' keys sealed anew, ${upToDate} sealed with the new key before.`);
  if (unreadable > 0) print(`${unreadable} do not open and stay as they are: their users have to enter them again.`);
}

/** Whether what cannot be opened may stay as it is. */
function readOptions(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'leave-unreadable': { type: 'boolean' } } });
    return values['leave-unreadable'] ?? false;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
