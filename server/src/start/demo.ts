import { join } from 'node:path';
import { demoAccount, firstDay, inboxPath, type Sandbox, startSandbox, zoteroKey } from '#sandbox';
import { findCredentials } from '../accounts/store.ts';
import { trackAuthors } from '../crawling/track-scholar.ts';
import { CONSTANTS } from '../platform/constants.ts';
import { Environment } from '../platform/environment.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { SETTINGS } from '../platform/settings.ts';
import { API_SOURCES } from '../platform/sources-config.ts';
import { listScholars } from '../scholars/store.ts';
import { saveRequestDelay } from '../settings/store.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { playFirstDay } from './play-first-day.ts';
import { type Running, runProcess } from './run-process.ts';
import { startAll } from './start-all.ts';

let sandbox: Sandbox;

/**
 * The whole product without the internet, with stand-ins for its sources and an account that tracks some of their
 * scholars.
 */
await runProcess(
  async (running) => {
    const { baseUrl } = running.config.googleScholar;
    const services = await startAll(running, {
      'Sign in': `${demoAccount.email} with the password "${demoAccount.password}"`,
      Sandbox: `${baseUrl} lists more scholars to track`,
      Zotero: `the key ${zoteroKey} connects it, and ${zoteroItems(baseUrl)} shows what was pushed`,
      Inbox: `${baseUrl}${inboxPath} shows the mail that Lectern sends`,
    });
    await startFirstDay(services, running.onStop);
  },
  async (onStop) => {
    sandbox = await openSandbox();
    onStop(() => sandbox.close());
    return demoVariables(sandbox);
  },
  // what becomes of a paper in the sandbox is shown soon
  {
    noticeList: { everySeconds: 10, retrySeconds: 10 },
    pdfRetry: { ...CONSTANTS.pdfRetry, preprintSeconds: 60 },
  },
);

/** What the stand-in for Zotero has. */
function zoteroItems(baseUrl: string): string {
  return `${baseUrl}/zotero/users/475425/items?key=${zoteroKey}`;
}

async function openSandbox(): Promise<Sandbox> {
  const env = new Environment(process.env, SETTINGS);
  const port = env.get('SANDBOX_PORT');
  env.finish();
  try {
    return await startSandbox({
      port,
      scholars: 'demo',
      hasInbox: true,
      additionsFile: join(dataDir(), 'sandbox.json'),
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new OperatorError(
      `Port ${port} is already in use, perhaps by another demo. Set SANDBOX_PORT to another port, or stop the program that uses it.`,
    );
  }
}

/**
 * The demo never uses the operator's own data and mail server, because its password is public and its scholars are
 * invented.
 */
function demoVariables(sandbox: Sandbox): Record<string, string | undefined> {
  const {
    DATABASE_URL,
    DATABASE_URL_FILE,
    SECRETS_KEY,
    SECRETS_KEY_FILE,
    SECRETS_KEY_PREVIOUS,
    SECRETS_KEY_PREVIOUS_FILE,
    BOOTSTRAP_ADMIN_PASSWORD_FILE,
    SMTP_URL_FILE,
    ...others
  } = process.env;
  return {
    SESSION_COOKIE_SECURE: '0',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.2',
    SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '0.5',
    ...Object.fromEntries(API_SOURCES.map((source) => [`${source.toUpperCase()}_MIN_INTERVAL_SECONDS`, '0.05'])),
    // the next run then finds a paper that was added to a stand-in, instead of an hour later
    PROFILE_FRESH_MINUTES: '0',
    // a refusal is over in about a minute, instead of half an hour
    INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '60',
    INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '10',
    // without it, mail goes to the own address only
    PUBLIC_URL: `http://127.0.0.1:${others.APP_PORT ?? SETTINGS.APP_PORT.default}`,
    ...others,
    DATA_DIR: dataDir(),
    ...sandbox.env,
    BOOTSTRAP_ADMIN_EMAIL: demoAccount.email,
    BOOTSTRAP_ADMIN_PASSWORD: demoAccount.password,
  };
}

function dataDir(): string {
  return join(process.env.DATA_DIR ?? 'data', 'demo');
}

async function startFirstDay(services: Services, onStop: Running['onStop']): Promise<void> {
  const { db, log } = services;
  const user = await findCredentials(db, demoAccount.email);
  if (!user) return;
  if ((await listScholars(db, user.id)).length === 0) {
    await saveRequestDelay(db, user.id, 0);
    const authors = firstDay.scholars.map((id): AuthorId => ({ source: GOOGLE_SCHOLAR, id }));
    // all at once, so that a demo that is killed here tracks them at its next start
    await trackAuthors(db, user.id, authors, { unreadPast: 'none' });
  }
  const stopping = new AbortController();
  const day = {
    scholars: firstDay.scholars,
    publish: () => sandbox.publishFirstDay(),
    refuseAfter: (after: number) => sandbox.setFault(GOOGLE_SCHOLAR, { kind: 'captcha', times: 1, after }),
  };
  const playing = playFirstDay(services, { userId: user.id, day, signal: stopping.signal }).catch((error) =>
    log.error({ err: error }, "the demo's first day was interrupted; the next start plays the rest"),
  );
  onStop(() => {
    stopping.abort();
    return playing;
  });
}
