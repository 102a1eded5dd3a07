import { join } from 'node:path';
import { demoAccount, demoScholars, inboxPath, type Sandbox, startSandbox } from '#sandbox';
import { findCredentials } from '../accounts/store.ts';
import { trackScholar } from '../crawling/track-scholar.ts';
import { Environment } from '../platform/environment.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { SETTINGS } from '../platform/settings.ts';
import { API_SOURCES } from '../platform/sources-config.ts';
import { listScholars } from '../scholars/store.ts';
import { saveRequestDelay } from '../settings/store.ts';
import { runProcess } from './run-process.ts';
import { startAll } from './start-all.ts';

const FIRST_SCHOLARS = 4;

/** The whole product without the internet, with stand-ins for its sources and an account that tracks some of their scholars. */
await runProcess(
  async (running) => {
    const { baseUrl } = running.config.googleScholar;
    const services = await startAll(running, {
      'Sign in': `${demoAccount.email} with the password "${demoAccount.password}"`,
      Sandbox: `${baseUrl} lists more scholars to track`,
      Inbox: `${baseUrl}${inboxPath} shows the mail that Lectern sends`,
    });
    await trackFirstScholars(services);
  },
  async (onStop) => {
    const sandbox = await openSandbox();
    onStop(() => sandbox.close());
    return demoVariables(sandbox);
  },
);

async function openSandbox(): Promise<Sandbox> {
  const env = new Environment(process.env, SETTINGS);
  const port = env.get('SANDBOX_PORT');
  env.finish();
  try {
    return await startSandbox({ port, scholars: 'demo', hasInbox: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new OperatorError(
      `Port ${port} is already in use, perhaps by another demo. Set SANDBOX_PORT to another port, or stop the program that uses it.`,
    );
  }
}

/** The demo never uses the operator's own data and mail server, because its password is public and its scholars are invented. */
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
    // without it, mail goes to the own address only
    PUBLIC_URL: `http://127.0.0.1:${others.APP_PORT ?? SETTINGS.APP_PORT.default}`,
    ...others,
    DATA_DIR: join(others.DATA_DIR ?? 'data', 'demo'),
    ...sandbox.env,
    BOOTSTRAP_ADMIN_EMAIL: demoAccount.email,
    BOOTSTRAP_ADMIN_PASSWORD: demoAccount.password,
  };
}

async function trackFirstScholars({ db }: Services): Promise<void> {
  const user = await findCredentials(db, demoAccount.email);
  if (!user || (await listScholars(db, user.id)).length > 0) return;
  await saveRequestDelay(db, user.id, 0);
  for (const { id } of demoScholars.slice(0, FIRST_SCHOLARS))
    await trackScholar(db, user.id, { scholarId: id, imageUrl: null, unreadPast: 'recent' });
}
