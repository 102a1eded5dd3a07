import { hasUsers } from '../accounts/store.ts';
import type { Services } from '../platform/services.ts';
import { VERSION } from '../platform/version.ts';
import type { StartedApi } from './serve-api.ts';

const REMIND_EVERY_MS = 10 * 60_000;

/** What the block says besides the address, such as the account of the demo: labels and values. */
export type BlockLines = Readonly<Record<string, string>>;

/**
 * Prints the address of the service, `more`, and where the data is; in a terminal as a block, because the lines of
 * requests would soon hide a single line. While there is no user, it also prints the link to create the first one, now
 * and every ten minutes. Call it at the end of the start, so that the start logs nothing after it.
 */
export function announceStart(
  services: Services,
  { url, setupToken }: Pick<StartedApi, 'url' | 'setupToken'>,
  more: BlockLines = {},
): void {
  const { db, config, log } = services;
  // a server that listens on all addresses can be reached as localhost from this machine
  const origin = url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
  const link = setupToken === null ? null : `${origin}/setup#token=${setupToken}`;
  const data = config.databaseUrl === null ? config.dataDir : 'the PostgreSQL in DATABASE_URL';
  const lines = { Address: origin, ...more, Data: data };
  if (config.logFormat === 'pretty') {
    say(services, drawBlock(lines, link), { isNeeded: link !== null });
  } else {
    const facts = Object.entries(lines).map(([label, value]) => [label.toLowerCase().replaceAll(' ', '_'), value]);
    log.info(Object.fromEntries(facts), `Lectern ${VERSION} is running`);
    if (link !== null) say(services, inviteFirstUser(link), { isNeeded: true });
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

/** The block for a terminal. The link is at its end, where it is found most easily. */
function drawBlock(values: BlockLines, link: string | null): string {
  const all = Object.entries(link === null ? values : { ...values, 'Set up': link });
  const width = Math.max(...all.map(([label]) => label.length));
  const lines = [
    `Lectern ${VERSION} is running. Ctrl+C stops it.`,
    '',
    ...all.map(([label, value]) => `${label.padEnd(width)}   ${value}`),
    ...(link === null ? [] : [`${' '.repeat(width)}   Open this link to create the administrator.`]),
  ];
  return `ready\n\n${lines.map((line) => `    ${line}`.trimEnd()).join('\n')}\n`;
}

/**
 * `isNeeded`: the text goes to standard error if the log level hides it, because nobody can sign in without the link.
 */
function say({ log }: Services, words: string, { isNeeded }: { isNeeded: boolean }): void {
  if (log.isLevelEnabled('info')) log.info(words);
  else if (isNeeded) console.error(words);
}
