import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { openEmbeddedDatabase } from '../platform/database/embedded.ts';
import { OperatorError } from '../platform/errors.ts';

/** The database that the settings name; open until `close`, when it is the embedded one. */
export interface TargetAddress {
  readonly url: string;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/**
 * `mustExist`: a DATA_DIR without a database is refused, and not made one.
 * @throws OperatorError
 */
export async function openTarget(config: Config, { mustExist }: { mustExist: boolean }): Promise<TargetAddress> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, isEmbedded: false, close: async () => {} };
  const { dataDir } = config;
  const isThere = await access(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  );
  if (mustExist && !isThere)
    throw new OperatorError(
      `There is no database in DATA_DIR=${dataDir}. Set DATA_DIR, DATABASE_URL or DATABASE_URL_FILE as for the service.`,
    );
  // an exclusive process may have it open: tools join it
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => {} });
  return { url: database.url, isEmbedded: true, close: database.close };
}
