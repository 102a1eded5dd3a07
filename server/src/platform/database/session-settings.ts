/**
 * The statement timeout in seconds, by the purpose of the connection; 0: no limit. A statement that takes longer fails
 * with SQLSTATE 57014. A transaction that needs more time sets its own limit
 * (`set_config('statement_timeout', …, true)`) and uses `forLongStatements`.
 */
const STATEMENT_SECONDS = {
  /** requests and background jobs */
  service: 25,
  /** reports and repairs that an operator starts on the command line */
  report: 30 * 60,
  /** the search for near duplicates reads all publications */
  nearDuplicates: 30 * 60,
  /** a migration or a restore rewrites whole tables, or waits for another process that does */
  migration: 0,
  restore: 0,
} as const;

export type ConnectionPurpose = keyof typeof STATEMENT_SECONDS;

/** A statement that reaches its own limit fails before its connection counts as lost. */
const RESPONSE_TAKES_SECONDS = 5;

/**
 * How PostgreSQL plans the service's statements. JIT is off because it takes tens of milliseconds on queries that take
 * one. `random_page_cost` is set for solid-state disks: with the default, PostgreSQL reads a whole table to join a page
 * of 100 publications.
 */
export const PLANNER_SETTINGS = { jit: 'off', random_page_cost: '1.1' } as const;

/** The limit for opening a connection or waiting for a free one. */
export const CONNECT_WITHIN_MS = 4500;

/** After 5 seconds of silence the operating system sends ten probes, one a second. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/** How long a query waits for its response, in milliseconds; 0: no limit. After that the connection counts as lost. */
export function queryTimeoutMs(purpose: ConnectionPurpose): number {
  const seconds = STATEMENT_SECONDS[purpose];
  return seconds === 0 ? 0 : (seconds + RESPONSE_TAKES_SECONDS) * 1000;
}

/**
 * The settings of every session. The server ends a session after 15 seconds of an idle transaction, and about 15
 * seconds after its client became unreachable. So a lost client does not keep its locks. On a Unix socket the TCP
 * settings have no effect. Statements of requests and background jobs have no parallel workers, because starting them takes
 * more processor time than most statements, and other requests need the processors.
 */
export function sessionSettings(purpose: ConnectionPurpose): string {
  return [
    `set statement_timeout = '${STATEMENT_SECONDS[purpose]}s'`,
    "set idle_in_transaction_session_timeout = '15s'",
    'set tcp_keepalives_idle = 5',
    'set tcp_keepalives_interval = 2',
    'set tcp_keepalives_count = 5',
    "set tcp_user_timeout = '15s'",
    ...(purpose === 'service' ? ['set max_parallel_workers_per_gather = 0'] : []),
  ].join('; ');
}
