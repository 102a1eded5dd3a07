import { resolve } from 'node:path';
import { CONSTANTS, type Constants } from './constants.ts';
import { Environment } from './environment.ts';
import { isLoopback } from './ip-addresses.ts';
import { GOOGLE_SCHOLAR_FLOOR_SECONDS, SETTINGS } from './settings.ts';
import { readOutboundPolicy, readSources } from './sources-config.ts';

/**
 * The configuration that operators set, in the form that the program uses. Times are in seconds unless the name says
 * otherwise.
 */
export type Config = Readonly<ReturnType<typeof readConfig>>;
/** When the search for a PDF that was not found is repeated. */
export type PdfRetryPolicy = Config['pdfRetry'];
/** How fast and how persistently profiles are crawled. */
export type IngestionPolicy = Config['ingestion'];

type Env = Environment<typeof SETTINGS>;

/**
 * Reads the configuration from environment variables. `settings.ts` has the names, defaults and limits; this file has
 * the rules that involve several settings. `needsSecrets`: whether the process encrypts or decrypts secrets. It then
 * needs a key if it does not use the embedded database. `constants`: what tests and the demo replace.
 * @throws OperatorError that lists every wrong value
 */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  { needsSecrets = false, constants = {} }: { needsSecrets?: boolean; constants?: Partial<Constants> } = {},
) {
  const env: Env = new Environment(variables, SETTINGS);
  const { pdfRetry, bundleSeconds, noticeList, imageMaxBytes, streamsPerUser, ...crawling } = {
    ...CONSTANTS,
    ...constants,
  };
  const databaseUrl = env.get('DATABASE_URL');
  const googleScholarUrl = env.get('GOOGLE_SCHOLAR_BASE_URL');
  const sources = readSources(env);
  const secretsKey = env.get('SECRETS_KEY');
  const previousSecretsKey = env.get('SECRETS_KEY_PREVIOUS');
  const obeysRobots = env.get('GOOGLE_SCHOLAR_OBEY_ROBOTS');
  const searchesNames = env.get('GOOGLE_SCHOLAR_NAME_SEARCH') ?? isLoopback(googleScholarUrl);
  const googleScholarLimits = { min: isLoopback(googleScholarUrl) ? 0 : GOOGLE_SCHOLAR_FLOOR_SECONDS };
  const minRequestDelaySeconds = env.get('INGESTION_MIN_REQUEST_DELAY_SECONDS', googleScholarLimits);
  const config = {
    /** null: the embedded database */
    databaseUrl,
    /** the key for secrets in the database; null: it is in `dataDir` */
    secretsKey,
    previousSecretsKey,
    dataDir: resolve(env.get('DATA_DIR')),
    migrateOnStart: env.get('MIGRATE_ON_START') ?? databaseUrl === null,
    host: env.get('APP_HOST') ?? (databaseUrl === null ? '127.0.0.1' : '0.0.0.0'),
    port: env.get('APP_PORT'),
    cookieSecure: env.get('SESSION_COOKIE_SECURE'),
    trustedProxies: env.get('TRUSTED_PROXIES'),
    metricsAllow: env.get('METRICS_ALLOW'),
    logLevel: env.get('LOG_LEVEL'),
    logFormat: env.get('LOG_FORMAT') ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    bootstrapAdmin: readBootstrapAdmin(env),
    loginLimit: {
      attempts: env.get('LOGIN_RATE_LIMIT_ATTEMPTS'),
      windowSeconds: env.get('LOGIN_RATE_LIMIT_WINDOW_SECONDS'),
    },
    rateLimitPerMinute: env.get('RATE_LIMIT_PER_MINUTE'),
    streamsPerUser,
    manualRunsAllowed: env.get('INGESTION_MANUAL_RUN_ALLOWED'),
    /** whether scheduled runs start at all; `scheduler.enabled`: whether this process checks whose runs are due */
    automationAllowed: env.get('INGESTION_AUTOMATION_ALLOWED'),
    scheduler: { enabled: env.get('SCHEDULER_ENABLED'), tickSeconds: env.get('SCHEDULER_TICK_SECONDS') },
    minRunIntervalMinutes: env.get('INGESTION_MIN_RUN_INTERVAL_MINUTES'),
    runEventRetentionDays: env.get('RUN_EVENT_RETENTION_DAYS'),
    /** backups that the worker makes; `schedule` is a cron expression in the time zone of the process; null: none */
    backups: { schedule: env.get('BACKUP_SCHEDULE'), keep: env.get('BACKUP_KEEP') },
    /** Node itself uses it; null: the system's */
    timeZone: env.get('TZ'),
    mail: readMail(env),
    /**
     * the origin in the links of messages and feeds, such as https://lectern.example; null: that of the request which
     * set them up
     */
    publicUrl: env.get('PUBLIC_URL')?.replace(/\/$/, '').toLowerCase() ?? null,
    /** whether users may show lists to everybody */
    publicLists: env.get('PUBLIC_LISTS'),
    imageMaxBytes,
    ingestion: {
      ...crawling,
      minRequestDelaySeconds: Math.max(
        minRequestDelaySeconds,
        env.get('GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS', googleScholarLimits) ?? minRequestDelaySeconds,
      ),
      pageSize: env.get('INGESTION_PAGE_SIZE'),
      cooldownBlockedSeconds: env.get('INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS'),
      cooldownNetworkSeconds: env.get('INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS'),
      continuationBaseDelaySeconds: env.get('INGESTION_CONTINUATION_BASE_DELAY_SECONDS'),
      freshMinutes: env.get('PROFILE_FRESH_MINUTES'),
      fullCrawlDays: env.get('PROFILE_FULL_CRAWL_DAYS'),
    },
    googleScholar: {
      enabled: env.get('GOOGLE_SCHOLAR_ENABLED'),
      baseUrl: googleScholarUrl,
      obeysRobots,
      // a stand-in demands no sign-in; robots.txt disallows every path that begins with /citations?, unless user=
      // follows
      searchesNames: searchesNames && !obeysRobots && env.get('GOOGLE_SCHOLAR_ENABLED'),
      nameSearchIntervalSeconds: env.get('SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS', googleScholarLimits),
    },
    sources,
    /** null: the list is not read */
    retractionWatchUrl: env.get('RETRACTION_WATCH_ENABLED') ? env.get('RETRACTION_WATCH_URL') : null,
    noticeList,
    pdfRetry,
    notifications: { bundleSeconds },
    /** where a paper without an open PDF can be got; null: nowhere */
    atLibrary: { linkResolver: env.get('LINK_RESOLVER'), proxyPrefix: env.get('PROXY_PREFIX') },
    /** null: users cannot connect Zotero */
    zoteroUrl: env.get('ZOTERO_ENABLED') ? env.get('ZOTERO_URL') : null,
    outbound: readOutboundPolicy(env, [googleScholarUrl, ...Object.values(sources).map(({ baseUrl }) => baseUrl)]),
    /** named in the User-Agent, so that a source can write to the operator */
    contact: sources.crossref.mailto ?? sources.unpaywall.email,
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (/[\x00-\x1f\x7f]/.test(config.dataDir)) env.reject('DATA_DIR', 'must not contain control characters');
  requireKeys(env, { secretsKey, previousSecretsKey, isKeyNeeded: needsSecrets && databaseUrl !== null });
  env.finish();
  return config;
}

function requireKeys(
  env: Env,
  {
    secretsKey,
    previousSecretsKey,
    isKeyNeeded,
  }: { secretsKey: string | null; previousSecretsKey: string | null; isKeyNeeded: boolean },
): void {
  if (secretsKey !== null && secretsKey === previousSecretsKey)
    env.reject('SECRETS_KEY_PREVIOUS', 'is the same as SECRETS_KEY: set it to the previous key, or unset it');
  if (secretsKey !== null || env.isRejected('SECRETS_KEY')) return;
  if (isKeyNeeded) {
    env.reject(
      'SECRETS_KEY',
      'is required with DATABASE_URL: make one with openssl rand -base64 32, keep it, and give the same one to all services on this database',
    );
  }
  if (previousSecretsKey !== null) env.reject('SECRETS_KEY_PREVIOUS', 'requires SECRETS_KEY, the new key');
}

function readBootstrapAdmin(env: Env): { email: string; password: string } | null {
  const pair = readPair(env, 'BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD');
  return pair && { email: pair[0], password: pair[1] };
}

/** How mail is sent; null: the operator has not set it up. */
function readMail(env: Env): { smtpUrl: string; from: string } | null {
  const pair = readPair(env, 'SMTP_URL', 'MAIL_FROM');
  return pair && { smtpUrl: pair[0], from: pair[1] };
}

type PairedName = 'BOOTSTRAP_ADMIN_EMAIL' | 'BOOTSTRAP_ADMIN_PASSWORD' | 'SMTP_URL' | 'MAIL_FROM';

/** Two settings of which each needs the other; null if neither is given. */
function readPair(env: Env, firstName: PairedName, secondName: PairedName): [string, string] | null {
  const first = env.get(firstName);
  const second = env.get(secondName);
  if (first !== null && second !== null) return [first, second];
  const isGiven = (name: PairedName, value: string | null) => value !== null || env.isRejected(name);
  const isFirstGiven = isGiven(firstName, first);
  if (isFirstGiven === isGiven(secondName, second)) return null;
  if (isFirstGiven) env.reject(secondName, `is required with ${firstName}`);
  else env.reject(firstName, `is required with ${secondName}`);
  return null;
}
