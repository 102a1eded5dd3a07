import { makeSetupToken } from '../accounts/set-up.ts';
import { hasUsers } from '../accounts/store.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { VERSION } from '../platform/version.ts';

const REMIND_EVERY_MS = 10 * 60_000;

/**
 * Prints the address of the service. While there is no user, it also prints the link to create the first one, now and every ten minutes. In a
 * terminal it prints a block, because the lines of requests would soon hide a single line.
 */
export async function announceStart(services: Services, url: string): Promise<void> {
  const { db, config } = services;
  // a server that listens on all addresses can be reached as localhost from this machine
  const origin = url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
  const token = await makeSetupToken(db);
  const link = token === null ? null : `${origin}/setup#token=${token}`;
  if (config.logFormat === 'pretty') {
    const data = config.databaseUrl === null ? config.dataDir : 'the PostgreSQL in DATABASE_URL';
    say(services, describeStart({ origin, link, data }), { isNeeded: link !== null });
  } else if (link !== null) {
    say(services, inviteFirstUser(link), { isNeeded: true });
  }
  if (link === null) return;
  const reminder = setInterval(async () => {
    // if the database is unavailable, nobody can have used the link
    if (await hasUsers(db).catch(() => false)) clearInterval(reminder);
    else say(services, inviteFirstUser(link), { isNeeded: true });
  }, REMIND_EVERY_MS);
  reminder.unref();
}

function inviteFirstUser(link: string): string {
  return `There is no user yet. Create the administrator here: ${link}`;
}

/** The block for a terminal. */
function describeStart({ origin, link, data }: { origin: string; link: string | null; data: string }): string {
  const lines = [`Lectern ${VERSION} is running. Ctrl+C stops it.`, '', `Address   ${origin}`];
  if (link !== null) lines.push(`Set up    ${link}`, '          Open this link to create the administrator.');
  lines.push(`Data      ${data}`);
  return `ready\n\n${lines.map((line) => `    ${line}`.trimEnd()).join('\n')}\n`;
}

/** `isNeeded`: the text goes to standard error if the log level hides it, because nobody can sign in without the link. */
function say({ log }: Services, words: string, { isNeeded }: { isNeeded: boolean }): void {
  if (log.isLevelEnabled('info')) log.info(words);
  else if (isNeeded) console.error(words);
}
