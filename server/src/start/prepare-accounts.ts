import { createFirstAdmin } from '../accounts/create-first-admin.ts';
import { makeSetupToken } from '../accounts/make-setup-link.ts';
import type { Services } from '../platform/http/endpoint.ts';

/** Makes the first administrator that the environment names, while there is no user. */
export async function makeConfiguredAdmin({ db, config, log }: Services): Promise<void> {
  if (!config.bootstrapAdmin) return;
  if (await createFirstAdmin(db, config.bootstrapAdmin))
    log.info(`created the administrator ${config.bootstrapAdmin.email}`);
}

/** While there is no user: a one-time link in the log, with which to make the first. */
export async function logSetupLink({ db, log }: Services, url: string): Promise<void> {
  const token = await makeSetupToken(db);
  if (token === null) return;
  // a server that listens everywhere is reached from this machine by its own name
  const origin = url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost');
  const invitation = `There is no user yet. Create the administrator here: ${origin}/setup#token=${token}`;
  // without the link nobody can come in, whatever the log is set to keep
  if (log.isLevelEnabled('info')) log.info(invitation);
  else console.error(invitation);
}
