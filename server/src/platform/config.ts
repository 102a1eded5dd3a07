import { resolve } from 'node:path';
import { Environment } from './environment.ts';
import { isLoopback } from './is-loopback.ts';
import { isNetwork } from './networks.ts';
import { parseUrl } from './parse-url.ts';
import { SHORTEST_KEY_TEXT } from './secrets.ts';
import { type OutboundPolicy, readOutboundPolicy, readSources, type SourcesConfig } from './sources-config.ts';

/** Every setting that an operator can make; times are in seconds unless the name says otherwise. */
export interface Config {
  readonly databaseUrl: string | null;
  /** What the key for secrets in the database is made from; null: it lies in `dataDir`. */
  readonly secretsKey: string | null;
  /** The key before it, which still opens what it sealed. */
  readonly previousSecretsKey: string | null;
  readonly dataDir: string;
  readonly migrateOnStart: boolean;
  readonly host: string;
  readonly port: number;
  readonly cookieSecure: boolean;
  readonly trustedProxies: readonly string[];
  /** Who may read /metrics, beside this machine. */
  readonly metricsAllow: readonly string[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly logFormat: 'json' | 'pretty';
  readonly bootstrapAdmin: { readonly email: string; readonly password: string } | null;
  readonly loginLimit: { readonly attempts: number; readonly windowSeconds: number };
  /** requests of one session; 0 is no limit */
  readonly rateLimitPerMinute: number;
  /** open event streams of one user; 0 is no limit */
  readonly streamsPerUser: number;
  readonly manualRunsAllowed: boolean;
  /** Whether users' runs start by the clock at all, and whether this process looks who is due. */
  readonly automationAllowed: boolean;
  readonly scheduler: { readonly enabled: boolean; readonly tickSeconds: number };
  readonly minRunIntervalMinutes: number;
  readonly runEventRetentionDays: number;
  /** of a picture of a scholar, uploaded or fetched */
  readonly imageMaxBytes: number;
  readonly ingestion: IngestionPolicy;
  readonly googleScholar: {
    readonly enabled: boolean;
    readonly baseUrl: string;
    readonly obeysRobots: boolean;
    /** between two searches for people by name */
    readonly nameSearchIntervalSeconds: number;
  };
  /** The sources besides Google Scholar, asked for identifiers and open PDFs. */
  readonly sources: SourcesConfig;
  readonly pdfRetry: PdfRetryPolicy;
  readonly outbound: OutboundPolicy;
  /** Named in the User-Agent, so that a source can write to us. */
  readonly contact: string | null;
}

/** When the clock looks again for a PDF that was not found. */
export interface PdfRetryPolicy {
  readonly firstSeconds: number;
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
}

/** How politely and how stubbornly profiles are crawled. */
export interface IngestionPolicy {
  readonly minRequestDelaySeconds: number;
  readonly networkErrorRetries: number;
  readonly retryBackoffSeconds: number;
  readonly rateLimitRetries: number;
  readonly maxPagesPerScholar: number;
  readonly pageSize: number;
  readonly blockedFailureThreshold: number;
  readonly networkFailureThreshold: number;
  readonly retryScheduledThreshold: number;
  readonly cooldownBlockedSeconds: number;
  readonly cooldownNetworkSeconds: number;
  readonly continuationBaseDelaySeconds: number;
  readonly continuationMaxDelaySeconds: number;
  readonly continuationMaxAttempts: number;
  /** A profile that was looked at so lately is not asked for again; 0 asks always. */
  readonly freshMinutes: number;
  /** After so many days a crawl reads a profile to its end, known or not. */
  readonly fullCrawlDays: number;
}

const GOOGLE_SCHOLAR = 'https://scholar.google.com';
/** Nothing asks Google Scholar more often than this, except a stand-in on loopback. */
const GOOGLE_SCHOLAR_FLOOR_SECONDS = 2;

/**
 * Reads the configuration from environment variables (`docs/configuration.md` lists them). `needsSecrets`: whether the process seals or opens
 * secrets, so that a database of the operator's must come with a key.
 * @throws OperatorError that lists every wrong value
 */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  { needsSecrets = false }: { needsSecrets?: boolean } = {},
): Config {
  const env = new Environment(variables);
  const databaseUrl = readDatabaseUrl(env);
  const googleScholarUrl = env.httpUrl('GOOGLE_SCHOLAR_BASE_URL', GOOGLE_SCHOLAR);
  const sources = readSources(env);
  const secretsKey = readSecretsKey(env, needsSecrets && databaseUrl !== null);
  const config: Config = {
    databaseUrl,
    secretsKey,
    previousSecretsKey: readPreviousKey(env, secretsKey),
    dataDir: resolve(env.text('DATA_DIR') ?? 'data'),
    migrateOnStart: env.flag('MIGRATE_ON_START', databaseUrl === null),
    host: env.text('APP_HOST') ?? (databaseUrl === null ? '127.0.0.1' : '0.0.0.0'),
    port: env.number('APP_PORT', 8000, { min: 0, max: 65_535 }),
    cookieSecure: env.flag('SESSION_COOKIE_SECURE', true),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    metricsAllow: readNetworks(env, 'METRICS_ALLOW'),
    logLevel: env.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    logFormat: env.choice('LOG_FORMAT', ['json', 'pretty'], process.stdout.isTTY ? 'pretty' : 'json'),
    bootstrapAdmin: readBootstrapAdmin(env),
    loginLimit: {
      attempts: env.number('LOGIN_RATE_LIMIT_ATTEMPTS', 5, { min: 1, max: 1000 }),
      windowSeconds: env.number('LOGIN_RATE_LIMIT_WINDOW_SECONDS', 60, { min: 1, max: 86_400 }),
    },
    rateLimitPerMinute: env.number('RATE_LIMIT_PER_MINUTE', 600, { min: 0, max: 1_000_000 }),
    streamsPerUser: env.number('STREAMS_PER_USER', 20, { min: 0, max: 10_000 }),
    manualRunsAllowed: env.flag('INGESTION_MANUAL_RUN_ALLOWED', true),
    automationAllowed: env.flag('INGESTION_AUTOMATION_ALLOWED', true),
    scheduler: {
      enabled: env.flag('SCHEDULER_ENABLED', true),
      tickSeconds: env.number('SCHEDULER_TICK_SECONDS', 60, { min: 1, max: 3600 }),
    },
    minRunIntervalMinutes: env.number('INGESTION_MIN_RUN_INTERVAL_MINUTES', 15, { min: 15, max: 43_200 }),
    runEventRetentionDays: env.number('RUN_EVENT_RETENTION_DAYS', 30, { min: 1, max: 3650 }),
    imageMaxBytes: env.number('SCHOLAR_IMAGE_UPLOAD_MAX_BYTES', 2_000_000, { min: 1000, max: 50_000_000 }),
    ingestion: readIngestionPolicy(env, googleScholarUrl),
    googleScholar: {
      enabled: env.flag('GOOGLE_SCHOLAR_ENABLED', true),
      baseUrl: googleScholarUrl,
      obeysRobots: env.flag('GOOGLE_SCHOLAR_OBEY_ROBOTS', false),
      nameSearchIntervalSeconds: env.number('SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS', 8, {
        min: isLoopback(googleScholarUrl) ? 0 : GOOGLE_SCHOLAR_FLOOR_SECONDS,
        max: 3600,
        whole: false,
      }),
    },
    sources,
    pdfRetry: {
      firstSeconds: env.number('PDF_AUTO_RETRY_FIRST_INTERVAL_SECONDS', 3600, { min: 0, max: 7 * 86_400 }),
      intervalSeconds: env.number('PDF_AUTO_RETRY_INTERVAL_SECONDS', 86_400, { min: 0, max: 90 * 86_400 }),
      maxAttempts: env.number('PDF_AUTO_RETRY_MAX_ATTEMPTS', 3, { min: 0, max: 100 }),
    },
    outbound: readOutboundPolicy(env, [googleScholarUrl, ...Object.values(sources).map(({ baseUrl }) => baseUrl)]),
    contact: env.text('CROSSREF_API_MAILTO') ?? env.text('UNPAYWALL_EMAIL'),
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
  if (/[\x00-\x1f\x7f]/.test(config.dataDir)) env.reject('DATA_DIR', 'must not contain control characters');
  env.finish();
  return config;
}

function readIngestionPolicy(env: Environment, googleScholarUrl: string): IngestionPolicy {
  const day = 86_400;
  const wait = { min: 0, max: 7 * day, whole: false };
  const floor = isLoopback(googleScholarUrl) ? 0 : GOOGLE_SCHOLAR_FLOOR_SECONDS;
  const delay = { min: floor, max: 600, whole: false };
  const minDelay = env.number('INGESTION_MIN_REQUEST_DELAY_SECONDS', GOOGLE_SCHOLAR_FLOOR_SECONDS, delay);
  return {
    minRequestDelaySeconds: Math.max(minDelay, env.number('GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS', minDelay, delay)),
    networkErrorRetries: env.number('INGESTION_NETWORK_ERROR_RETRIES', 1, { min: 0, max: 10 }),
    retryBackoffSeconds: env.number('INGESTION_RETRY_BACKOFF_SECONDS', 1, wait),
    rateLimitRetries: env.number('INGESTION_RATE_LIMIT_RETRIES', 0, { min: 0, max: 10 }),
    maxPagesPerScholar: env.number('INGESTION_MAX_PAGES_PER_SCHOLAR', 30, { min: 1, max: 1000 }),
    pageSize: env.number('INGESTION_PAGE_SIZE', 100, { min: 1, max: 100 }),
    blockedFailureThreshold: env.number('INGESTION_ALERT_BLOCKED_FAILURE_THRESHOLD', 1, { min: 1, max: 100 }),
    networkFailureThreshold: env.number('INGESTION_ALERT_NETWORK_FAILURE_THRESHOLD', 2, { min: 1, max: 100 }),
    retryScheduledThreshold: env.number('INGESTION_ALERT_RETRY_SCHEDULED_THRESHOLD', 3, { min: 1, max: 1000 }),
    cooldownBlockedSeconds: env.number('INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS', 1800, { ...wait, min: 1 }),
    cooldownNetworkSeconds: env.number('INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS', 900, { ...wait, min: 1 }),
    continuationBaseDelaySeconds: env.number('INGESTION_CONTINUATION_BASE_DELAY_SECONDS', 120, wait),
    continuationMaxDelaySeconds: env.number('INGESTION_CONTINUATION_MAX_DELAY_SECONDS', 3600, wait),
    continuationMaxAttempts: env.number('INGESTION_CONTINUATION_MAX_ATTEMPTS', 6, { min: 1, max: 1000 }),
    freshMinutes: env.number('PROFILE_FRESH_MINUTES', 60, { min: 0, max: 10_080, whole: false }),
    fullCrawlDays: env.number('PROFILE_FULL_CRAWL_DAYS', 7, { min: 0, max: 365, whole: false }),
  };
}

function readDatabaseUrl(env: Environment): string | null {
  const url = env.secret('DATABASE_URL');
  if (url !== null && !/^postgres(ql)?:\/\//.test(url)) env.reject('DATABASE_URL', 'must begin with postgresql://');
  // a user before an empty host, as in postgresql://me@/db?host=/run/postgresql, is libpq's own: https://www.postgresql.org/docs/15/libpq-connect.html
  else if (url !== null && parseUrl(url.replace('@/', '@localhost/')) === null) {
    env.reject(
      'DATABASE_URL',
      'is no URL: write special characters of the password as %40 (@), %2F (/), %3A (:) and so on',
    );
  }
  // without this the embedded database would be taken, an empty one
  if (url === null && env.text('DATABASE_URL_FILE') !== null && !env.isRejected('DATABASE_URL_FILE')) {
    env.reject('DATABASE_URL_FILE', 'names an empty file');
  }
  return url;
}

function readSecretsKey(env: Environment, isNeeded: boolean): string | null {
  const key = readKey(env, 'SECRETS_KEY');
  if (key !== null || env.isRejected('SECRETS_KEY_FILE')) return key;
  if (isNeeded) {
    env.reject(
      'SECRETS_KEY',
      'is missing beside DATABASE_URL: make one with openssl rand -base64 32, keep it, and give the same one to all services on this database',
    );
  }
  return null;
}

function readPreviousKey(env: Environment, secretsKey: string | null): string | null {
  const key = readKey(env, 'SECRETS_KEY_PREVIOUS');
  if (key === null) return null;
  const name = 'SECRETS_KEY_PREVIOUS';
  if (secretsKey === null) {
    if (!env.isRejected('SECRETS_KEY') && !env.isRejected('SECRETS_KEY_FILE'))
      env.reject(name, 'needs SECRETS_KEY beside it, the new key');
  } else if (key === secretsKey) env.reject(name, 'is the same as SECRETS_KEY: it is the key before that');
  return key;
}

/** Blanks at either end do not count: whether the key comes from a variable or from a file, it is the same one. */
function readKey(env: Environment, name: string): string | null {
  const key = env.secret(name)?.trim() || null;
  if (key !== null && key.length < SHORTEST_KEY_TEXT) {
    env.reject(name, `must have ${SHORTEST_KEY_TEXT} characters at least: openssl rand -base64 32 makes a good one`);
  }
  const file = `${name}_FILE`;
  if (key === null && env.text(file) !== null && !env.isRejected(file)) env.reject(file, 'names an empty file');
  return key;
}

function readBootstrapAdmin(env: Environment): Config['bootstrapAdmin'] {
  const email = env.text('BOOTSTRAP_ADMIN_EMAIL');
  const password = env.secret('BOOTSTRAP_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (email === null) env.reject('BOOTSTRAP_ADMIN_EMAIL', 'is missing beside BOOTSTRAP_ADMIN_PASSWORD');
  if (password === null) env.reject('BOOTSTRAP_ADMIN_PASSWORD', 'is missing beside BOOTSTRAP_ADMIN_EMAIL');
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    env.reject('BOOTSTRAP_ADMIN_EMAIL', 'must be an e-mail address');
  const length = [...(password ?? '').normalize('NFC')].length;
  if (password !== null && (length < 12 || length > 256)) {
    env.reject('BOOTSTRAP_ADMIN_PASSWORD', 'must have 12 to 256 characters');
  }
  return { email: email ?? '', password: password ?? '' };
}

function readNetworks(env: Environment, name: string): string[] {
  const list = (env.text(name) ?? '').split(',').flatMap((part) => part.trim() || []);
  for (const item of list) {
    if (isNetwork(item)) continue;
    env.reject(name, `must be addresses or networks like 10.0.0.0/8, separated by commas; "${item}" is none`);
  }
  return list;
}
