import { findCredentials } from '../accounts/store.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { listScholars } from '../scholars/store.ts';
import { trackScholar } from '../scholars/track-scholar.ts';
import { saveRequestDelay } from '../settings/store.ts';
import { runProcess } from './run-process.ts';
import { startAll } from './start-all.ts';

const SANDBOX_PORT = 8100;
const ACCOUNT = { email: 'demo@lectern.example', password: 'a desk to read at' };
const FIRST_SCHOLARS = 4;

/** The whole product without the internet: stand-ins for its sources, and an account that tracks some of their scholars. */
const sandbox = await startSandbox({ port: SANDBOX_PORT, scholars: 'demo' });
const variables = {
  DATA_DIR: 'data/demo',
  SESSION_COOKIE_SECURE: '0',
  INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.2',
  ...process.env,
  ...sandbox.env,
  BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email,
  BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password,
};

await runProcess(async (running) => {
  running.onStop(() => sandbox.close());
  const services = await startAll(running);
  await trackFirstScholars(services);
  running.log.info(
    `Sign in as ${ACCOUNT.email} with the password "${ACCOUNT.password}"; more scholars to track are listed at ${sandbox.origin}`,
  );
}, variables);

async function trackFirstScholars({ db }: Services): Promise<void> {
  const user = await findCredentials(db, ACCOUNT.email);
  if (!user || (await listScholars(db, user.id)).length > 0) return;
  await saveRequestDelay(db, user.id, 0);
  for (const { id } of sandbox.scholars.slice(0, FIRST_SCHOLARS))
    await trackScholar(db, user.id, { scholarId: id, imageUrl: null });
}
