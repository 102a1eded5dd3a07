import { join } from 'node:path';
import { findCredentials } from '../accounts/store.ts';
import { trackScholar } from '../crawling/track-scholar.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { API_SOURCES } from '../platform/sources-config.ts';
import { demoScholars } from '../sandbox/demo-scholars.ts';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import { listScholars } from '../scholars/store.ts';
import { saveRequestDelay } from '../settings/store.ts';
import { runProcess } from './run-process.ts';
import { startAll } from './start-all.ts';

const SANDBOX_PORT = 8100;
const ACCOUNT = { email: 'demo@lectern.example', password: 'a desk to read at' };
const FIRST_SCHOLARS = 4;

/** The whole product without the internet: stand-ins for its sources, and an account that tracks some of their scholars. */
await runProcess(
  async (running) => {
    const services = await startAll(running);
    await trackFirstScholars(services);
    running.log.info(
      `Sign in as ${ACCOUNT.email} with the password "${ACCOUNT.password}"; more scholars to track are listed at http://127.0.0.1:${SANDBOX_PORT}`,
    );
  },
  async (onStop) => {
    const sandbox = await openSandbox();
    onStop(() => sandbox.close());
    return demoVariables(sandbox);
  },
);

async function openSandbox(): Promise<Sandbox> {
  try {
    return await startSandbox({ port: SANDBOX_PORT, scholars: 'demo' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new OperatorError(
      `The demo's stand-ins need port ${SANDBOX_PORT}, which is in use. Is another demo running? Stop it first.`,
    );
  }
}

/** The demo never touches the operator's own data: its password is public, and its sources invent people. */
function demoVariables(sandbox: Sandbox): Record<string, string | undefined> {
  const {
    DATABASE_URL,
    DATABASE_URL_FILE,
    SECRETS_KEY,
    SECRETS_KEY_FILE,
    SECRETS_KEY_PREVIOUS,
    SECRETS_KEY_PREVIOUS_FILE,
    BOOTSTRAP_ADMIN_PASSWORD_FILE,
    ...others
  } = process.env;
  return {
    SESSION_COOKIE_SECURE: '0',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.2',
    SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '0.5',
    ...Object.fromEntries(API_SOURCES.map((source) => [`${source.toUpperCase()}_MIN_INTERVAL_SECONDS`, '0.05'])),
    // a paper that is added by hand is found by the next run, not an hour later
    PROFILE_FRESH_MINUTES: '0',
    ...others,
    DATA_DIR: join(others.DATA_DIR ?? 'data', 'demo'),
    ...sandbox.env,
    BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email,
    BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password,
  };
}

async function trackFirstScholars({ db }: Services): Promise<void> {
  const user = await findCredentials(db, ACCOUNT.email);
  if (!user || (await listScholars(db, user.id)).length > 0) return;
  await saveRequestDelay(db, user.id, 0);
  for (const { id } of demoScholars.slice(0, FIRST_SCHOLARS))
    await trackScholar(db, user.id, { scholarId: id, imageUrl: null });
}
