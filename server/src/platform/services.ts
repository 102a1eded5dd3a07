import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Notifications } from './database/notifications.ts';
import type { Logger } from './logger.ts';
import type { Secrets } from './secrets.ts';
import type { WorkerState } from './worker-state.ts';

/** What every handler and every job may use. */
export interface Services {
  readonly db: Database;
  /** for threads and tools, which need connections of their own */
  readonly databaseUrl: string;
  readonly config: Config;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly notifications: Notifications;
  /** only in a process that does background work */
  readonly worker?: WorkerState;
}
