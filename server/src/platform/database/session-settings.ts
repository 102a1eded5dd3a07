/**
 * How long a statement may take, in seconds, by what the connection is for; 0 is without a limit. A statement beyond it fails with SQLSTATE 57014.
 * A transaction that needs more asks for it itself (`set_config('statement_timeout', …, true)`).
 */
export const STATEMENT_SECONDS = {
  /** requests and background jobs */
  service: 30,
  /** reports and repairs that an operator asks for on the command line */
  report: 30 * 60,
  /** the search for near duplicates reads all publications */
  nearDuplicates: 30 * 60,
  /** a migration or a restore rewrites whole tables, or waits for another process that does */
  migration: 0,
  restore: 0,
} as const;

export type ConnectionPurpose = keyof typeof STATEMENT_SECONDS;

/** Opening a connection, or waiting for a free one, takes at most this long. Together with a request's own work it stays below five seconds. */
export const CONNECT_WITHIN_MS = 4500;

/** After 5 seconds of silence the operating system sends ten probes, one a second. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/**
 * What every session begins with. The server ends a session that leaves a transaction open for 15 seconds, or whose client it has not reached for
 * about 15 seconds, so that a client that vanished holds no locks. (On a Unix socket the TCP settings have no effect.)
 */
export function sessionSettings(purpose: ConnectionPurpose): string {
  return [
    `set statement_timeout = '${STATEMENT_SECONDS[purpose]}s'`,
    "set idle_in_transaction_session_timeout = '15s'",
    'set tcp_keepalives_idle = 5',
    'set tcp_keepalives_interval = 2',
    'set tcp_keepalives_count = 5',
    "set tcp_user_timeout = '15s'",
  ].join('; ');
}
