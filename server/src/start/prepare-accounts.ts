import { createFirstAdmin } from '../accounts/set-up.ts';
import type { Services } from '../platform/http/endpoint.ts';

/** Creates the administrator in the environment if there is no user yet. */
export async function makeConfiguredAdmin({ db, config, log }: Services): Promise<void> {
  if (!config.bootstrapAdmin) return;
  if (await createFirstAdmin(db, config.bootstrapAdmin))
    log.info(`created the administrator ${config.bootstrapAdmin.email}`);
}
