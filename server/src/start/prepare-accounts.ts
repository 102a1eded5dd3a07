import { createFirstAdmin } from '../accounts/set-up.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

/**
 * Creates the administrator in the environment if there is no user yet. @throws OperatorError if the password is
 * refused
 */
export async function makeConfiguredAdmin({ db, config, log }: Services): Promise<void> {
  if (!config.bootstrapAdmin) return;
  try {
    if (await createFirstAdmin({ db, config }, config.bootstrapAdmin))
      log.info(`created the administrator ${config.bootstrapAdmin.email}`);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_password')
      throw new OperatorError(`BOOTSTRAP_ADMIN_PASSWORD is refused. ${error.message}`);
    throw error;
  }
}
