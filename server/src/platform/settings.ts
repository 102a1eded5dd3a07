import { Cron } from 'croner';
import { isNetwork } from './ip-addresses.ts';
import { parseMailbox } from './mailbox.ts';
import { parseUrl } from './parse-url.ts';
import { MIN_KEY_TEXT_LENGTH } from './secrets.ts';
import { choice, decimal, flag, httpUrl, list, refuseAddress, type Setting, secret, text, whole } from './setting.ts';
import { usesTimeZone } from './time-zone.ts';

// All settings of the service, with their names, defaults, limits and meanings. `config.ts` reads them into the typed
// configuration. `npm run generate` writes .env.example and the tables of docs/configuration.md from them.

/** The minimum time between two requests to Google Scholar, unless it is a stand-in on loopback. */
export const GOOGLE_SCHOLAR_FLOOR_SECONDS = 2;
const DAY_SECONDS = 86_400;

const service = {
  APP_HOST: text({
    default: null,
    usually: '`127.0.0.1`; `0.0.0.0` with `DATABASE_URL`',
    example: '127.0.0.1',
    accepts: 'an address or host name',
    means: 'The address to listen on.',
  }),
  APP_PORT: whole({ default: 8000, min: 0, max: 65_535, means: 'The port. 0 chooses a free one; the log says which.' }),
  DATA_DIR: text({
    default: 'data',
    accepts: 'a folder',
    means:
      'The [data folder](install.md#the-data-folder): the embedded PostgreSQL and its key. A relative path begins at the folder in which the service is started.',
  }),
  DATABASE_URL: secret({
    isTrimmed: true,
    example: 'postgresql://lectern@localhost:5432/lectern',
    accepts: '`postgresql://…`',
    refuse: refuseDatabaseUrl,
    means:
      '[Your own PostgreSQL](install.md#your-own-postgresql), version 15 to 18. Without it Lectern uses the embedded one. Write special characters of the password as `%40` (@), `%2F` (/), `%3A` (:).',
  }),
  SECRETS_KEY: secret({
    isTrimmed: true,
    usually: 'made in `DATA_DIR`; none with `DATABASE_URL`',
    accepts: `at least ${MIN_KEY_TEXT_LENGTH} characters`,
    refuse: refuseShortKey,
    means:
      "The key that [encrypts users' API keys](install.md#the-key-for-secrets) in the database. Required with `DATABASE_URL`, and the same for all processes on one database; `npm run migrate` does not need it. Make it with `openssl rand -base64 32`.",
  }),
  SECRETS_KEY_PREVIOUS: secret({
    isTrimmed: true,
    accepts: `at least ${MIN_KEY_TEXT_LENGTH} characters`,
    refuse: refuseShortKey,
    means: 'The previous key, [while you change it](install.md#change-the-key). It decrypts and never encrypts.',
  }),
  MIGRATE_ON_START: flag({
    default: null,
    usually: '`1`; `0` with `DATABASE_URL`',
    example: '1',
    means: 'Migrate the schema to the newest version at the start. With 0, a start on an older schema is refused.',
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    means: 'The least important lines that are logged.',
  }),
  LOG_FORMAT: choice(['json', 'pretty'], {
    default: null,
    usually: '`pretty` in a terminal, otherwise `json`',
    example: 'json',
    means: '`json`: one JSON object per line; `pretty`: short lines for people.',
  }),
};

const access = {
  SESSION_COOKIE_SECURE: flag({
    default: true,
    means: 'Browsers send cookies only over HTTPS (and, most of them, to localhost). 0 allows plain HTTP.',
  }),
  TRUSTED_PROXIES: list({
    example: '10.0.0.0/8',
    accepts: 'addresses or networks, separated by commas',
    refuse: refuseNetwork,
    means:
      'The [proxies in front](install.md#behind-a-proxy), such as `10.0.0.0/8,::1`. Only their `X-Forwarded-For`, `-Host` and `-Proto` count.',
  }),
  METRICS_ALLOW: list({
    example: '10.0.0.0/8',
    accepts: 'addresses or networks, separated by commas',
    refuse: refuseNetwork,
    means: 'Clients that may read [`/metrics`](operations.md#metrics). This machine always may.',
  }),
  BOOTSTRAP_ADMIN_EMAIL: text({
    default: null,
    example: 'admin@example.org',
    accepts: 'an e-mail address',
    refuse: (email) => (/^[^\s@]+@[^\s@]+$/.test(email) ? null : 'must be an e-mail address'),
    means: 'The first administrator, created while there is no user. Needs `BOOTSTRAP_ADMIN_PASSWORD`.',
  }),
  BOOTSTRAP_ADMIN_PASSWORD: secret({
    isTrimmed: false,
    accepts: '12 to 256 characters',
    refuse: refusePassword,
    means: "The first administrator's password. Needs `BOOTSTRAP_ADMIN_EMAIL`.",
  }),
  LOGIN_RATE_LIMIT_ATTEMPTS: whole({
    default: 5,
    min: 1,
    max: 1000,
    means: 'Failed sign-ins for one e-mail address within the window. One IP address may have four times as many.',
  }),
  LOGIN_RATE_LIMIT_WINDOW_SECONDS: whole({
    default: 60,
    unit: 'seconds',
    min: 1,
    max: DAY_SECONDS,
    means: 'The length of that sliding window. All processes on the database share it, and it survives a restart.',
  }),
  RATE_LIMIT_PER_MINUTE: whole({
    default: 600,
    min: 0,
    max: 1_000_000,
    means:
      'Requests per minute of one session or API token, and ten times as many of one address; 0 is no limit. Each process counts for itself ([more](security.md#limits)).',
  }),
};

const googleScholar = {
  GOOGLE_SCHOLAR_ENABLED: flag({ default: true, means: '0: nothing is requested, and work waits in the queue.' }),
  GOOGLE_SCHOLAR_BASE_URL: httpUrl({
    default: 'https://scholar.google.com',
    means: 'The address of Google Scholar, or of a stand-in.',
  }),
  GOOGLE_SCHOLAR_OBEY_ROBOTS: flag({
    default: false,
    means: '1: request only first pages, of up to 100 publications, as `robots.txt` allows.',
  }),
  GOOGLE_SCHOLAR_NAME_SEARCH: flag({
    default: null,
    usually: '`0`; `1` if the base URL is on loopback',
    example: '0',
    means:
      '1: searches by name also use its own search, which has usually demanded a sign-in since May 2025. Not with `GOOGLE_SCHOLAR_OBEY_ROBOTS`.',
  }),
  SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: decimal({
    default: 8,
    unit: 'seconds',
    min: GOOGLE_SCHOLAR_FLOOR_SECONDS,
    max: 3600,
    means:
      'Minimum time between two of its searches by name, for all users together. Less than 2 only if the base URL is on loopback.',
  }),
  INGESTION_MIN_REQUEST_DELAY_SECONDS: decimal({
    default: 2,
    unit: 'seconds',
    min: GOOGLE_SCHOLAR_FLOOR_SECONDS,
    max: 600,
    means:
      'Minimum time between two requests, for all users together. Less than 2 only if the base URL is on loopback.',
  }),
  GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS: decimal({
    default: null,
    usually: '`INGESTION_MIN_REQUEST_DELAY_SECONDS`',
    example: '2',
    min: GOOGLE_SCHOLAR_FLOOR_SECONDS,
    max: 600,
    means: 'The same limit for this source. The larger of the two applies.',
  }),
  INGESTION_PAGE_SIZE: whole({
    default: 100,
    min: 1,
    max: 100,
    means: 'Rows per page. The source allows no more than 100.',
  }),
  PROFILE_FRESH_MINUTES: decimal({
    default: 60,
    unit: 'minutes',
    min: 0,
    max: 10_080,
    means: 'A profile that was read this recently for any user is not requested again. 0: always request it.',
  }),
  PROFILE_FULL_CRAWL_DAYS: decimal({
    default: 7,
    unit: 'days',
    min: 0,
    max: 365,
    means:
      'A crawl stops at publications that are already known. After this time, one reads the whole profile. 0: always.',
  }),
  INGESTION_MANUAL_RUN_ALLOWED: flag({
    default: true,
    means: '0: users cannot start runs. Scheduled runs and first crawls of new scholars still happen.',
  }),
};

const otherSources = {
  CROSSREF_API_MAILTO: text({
    default: null,
    example: 'you@example.org',
    accepts: 'an e-mail address',
    refuse: refuseEmail,
    means: 'A contact for Crossref. With it, Crossref allows three times as many requests.',
  }),
  UNPAYWALL_EMAIL: text({
    default: null,
    example: 'you@example.org',
    accepts: 'an e-mail address',
    refuse: refuseEmail,
    means:
      'Unpaywall requires a real e-mail address. Without it, Unpaywall is used only for users who entered their own.',
  }),
  OPENALEX_API_KEY: secret({
    isTrimmed: true,
    accepts: 'plain ASCII without blanks',
    refuse: (key) => (/^[!-~]+$/.test(key) ? null : 'must be plain ASCII without blanks'),
    means: 'A free key gives ten times the daily budget.',
  }),
  // OpenAlex allows 100 requests a second. We send twenty, so that ten thousand authors take less than ten minutes.
  ...sourceOf('OPENALEX', 'OpenAlex', { url: 'https://api.openalex.org', seconds: 0.05, floor: 0.01 }),
  // https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
  ...sourceOf('CROSSREF', 'Crossref', {
    url: 'https://api.crossref.org',
    seconds: 1,
    floor: 1,
    usually: '`1` second; `0.34` with `CROSSREF_API_MAILTO`',
    more: 'With `CROSSREF_API_MAILTO` at least 0.34.',
  }),
  // https://info.arxiv.org/help/api/tou.html
  ...sourceOf('ARXIV', 'arXiv', { url: 'https://export.arxiv.org', seconds: 3, floor: 3 }),
  // 500 requests in five minutes, 1,000 with a contact: https://support.datacite.org/docs/rate-limit
  ...sourceOf('DATACITE', 'DataCite', { url: 'https://api.datacite.org', seconds: 0.6, floor: 0.3 }),
  ...sourceOf('BIORXIV', 'bioRxiv and medRxiv', { url: 'https://api.biorxiv.org', seconds: 1, floor: 0.5 }),
  // 100,000 requests a day: https://unpaywall.org/products/api
  ...sourceOf('UNPAYWALL', 'Unpaywall', {
    url: 'https://api.unpaywall.org/v2',
    seconds: 0.2,
    floor: 0.1,
    endsIn: '/v2',
  }),
  // Europe PMC allows ten requests a second, and 500 a minute.
  ...sourceOf('EUROPEPMC', 'Europe PMC', {
    url: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    seconds: 0.15,
    floor: 0.12,
  }),
  // ORCID allows twelve requests a second. We send four: https://info.orcid.org/ufaqs/what-are-the-api-limits
  ...sourceOf('ORCID', 'ORCID', { url: 'https://pub.orcid.org', seconds: 0.25, floor: 0.1 }),
  // the pages of dblp.org are closed to programs; a query costs its service more than a page
  ...sourceOf('DBLP', 'DBLP', {
    url: 'https://sparql.dblp.org',
    seconds: 10,
    floor: 5,
    service: 'the SPARQL service of DBLP (without `/sparql`)',
  }),
  RETRACTION_WATCH_ENABLED: flag({
    default: true,
    means: '0: the list of retractions is not read. Notices that Crossref has are shown all the same.',
  }),
  RETRACTION_WATCH_URL: httpUrl({
    default: 'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv',
    means: 'The list of retractions of Retraction Watch, a CSV file of about 70 MB. It is read once a week.',
  }),
  OUTBOUND_ALLOW_HOSTS: list({
    isLowerCase: true,
    example: 'files.example.org,10.0.0.5:8080',
    accepts: 'hosts, separated by commas',
    refuse: refuseHost,
    means:
      'Hosts that links and channels may lead to although their address is not public, such as a repository inside your network. Exact hosts: `files.example.org` (any port), `10.0.0.5:8080`, `[fd00::5]:8080`.',
  }),
};

const scheduledRuns = {
  SCHEDULER_ENABLED: flag({
    default: true,
    means: '0: this process does not check whose runs are due. Others on the same database may.',
  }),
  SCHEDULER_TICK_SECONDS: whole({
    default: 60,
    unit: 'seconds',
    min: 1,
    max: 3600,
    means: 'How often it checks.',
  }),
  INGESTION_AUTOMATION_ALLOWED: flag({ default: true, means: '0: no scheduled runs.' }),
  INGESTION_MIN_RUN_INTERVAL_MINUTES: whole({
    default: 15,
    unit: 'minutes',
    min: 15,
    max: 43_200,
    means: 'The shortest interval between scheduled runs that a user may choose.',
  }),
  RUN_EVENT_RETENTION_DAYS: whole({
    default: 30,
    unit: 'days',
    min: 1,
    max: 3650,
    means: 'How long the events of a run are kept after its end.',
  }),
};

const backups = {
  BACKUP_SCHEDULE: text({
    default: null,
    example: "'15 3 * * *'",
    accepts: 'a cron expression with five fields',
    refuse: refuseSchedule,
    means:
      'When the worker makes [a backup](backup.md#scheduled-backups), in the time zone `TZ`. `15 3 * * *` is every day at 03:15.',
  }),
  TZ: text({
    default: null,
    usually: "the system's; UTC in containers",
    accepts: 'a name such as `Europe/Berlin`',
    refuse: (name) =>
      usesTimeZone(name) ? null : 'must be the name of a time zone, in upper and lower case as in Europe/Berlin',
    means: 'The time zone of `BACKUP_SCHEDULE`, and of the log in a terminal.',
  }),
  BACKUP_KEEP: whole({ default: 7, min: 1, max: 10_000, means: 'How many scheduled backups are kept.' }),
};

const notifications = {
  SMTP_URL: secret({
    isTrimmed: true,
    example: 'smtps://lectern@mail.example.org',
    accepts: '`smtp://…` or `smtps://…`',
    refuse: refuseSmtpUrl,
    means:
      'The [mail server](notifications.md#mail), with user and password. `smtp://` (port 587) requires STARTTLS unless the host is on loopback or the address ends in `?tls=off`; `smtps://` (port 465) uses TLS from the start. Write special characters of the password as `%40` (@), `%2F` (/), `%3A` (:). Needs `MAIL_FROM`.',
  }),
  MAIL_FROM: text({
    default: null,
    example: "'Lectern <lectern@example.org>'",
    accepts: 'an e-mail address, also with a name',
    refuse: (from) => (parseMailbox(from) ? null : 'must be an e-mail address, such as Lectern <lectern@example.org>'),
    means: 'The sender of mail. Needs `SMTP_URL`.',
  }),
  PUBLIC_URL: text({
    default: null,
    usually: 'the address at which the user opened Lectern',
    example: 'https://lectern.example',
    accepts: 'an http or https address without a path',
    refuse: refuseOrigin,
    means: 'The address of Lectern in the links of messages and feeds.',
  }),
};

const library = {
  PUBLIC_LISTS: flag({
    default: true,
    means:
      'Users may publish [lists](public-lists.md), which anybody can open. With 0, no address of one works, and none can be made.',
  }),
  LINK_RESOLVER: text({
    default: null,
    example: 'https://resolver.example.org/openurl',
    accepts: 'an http or https address',
    refuse: refuseAddress,
    means:
      'Your library\'s link resolver (OpenURL 1.0). A paper without an open PDF has a link "At your library" to it. Users may name their own.',
  }),
  PROXY_PREFIX: text({
    default: null,
    example: 'https://login.proxy.example.org/login?url=',
    accepts: 'an http or https address',
    refuse: refuseAddress,
    means:
      "Your library's proxy, such as EZproxy: what stands before the address of a paper. Used without a link resolver.",
  }),
};

const zotero = {
  ZOTERO_ENABLED: flag({
    default: true,
    means: '0: users cannot [connect Zotero](in-and-out.md#zotero), and nothing is sent there.',
  }),
  ZOTERO_URL: httpUrl({ default: 'https://api.zotero.org', means: "Zotero's web API, or another server with it." }),
};

const WAIT = { unit: 'seconds', min: 0, max: 7 * DAY_SECONDS } as const;
const failures = {
  INGESTION_CONTINUATION_BASE_DELAY_SECONDS: decimal({
    default: 120,
    ...WAIT,
    means: 'Wait after a failed attempt; doubled each time up to an hour, with a quarter of jitter.',
  }),
  INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: decimal({
    default: 1800,
    ...WAIT,
    min: 1,
    means:
      'The cooldown of a source after a refusal. It doubles with each repetition up to 48 hours, and starts over after 24 hours without one.',
  }),
  INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS: decimal({
    default: 900,
    ...WAIT,
    min: 1,
    means: 'The cooldown of a source after two attempts in a row without a response.',
  }),
};

const demo = {
  SANDBOX_PORT: whole({
    default: 8100,
    min: 0,
    max: 65_535,
    means: 'The port of the stand-ins for the sources in `npm run demo` and `npm run dev`.',
  }),
};

export const SETTINGS = {
  ...service,
  ...access,
  ...googleScholar,
  ...otherSources,
  ...scheduledRuns,
  ...backups,
  ...notifications,
  ...library,
  ...zotero,
  ...failures,
  ...demo,
};

interface Group {
  readonly title: string;
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** a paragraph below the table, as Markdown */
  readonly note?: string;
}

/** The settings in the order in which a reader meets them. */
export const GROUPS: readonly Group[] = [
  { title: 'Service and database', settings: service },
  { title: 'Access', settings: access },
  {
    title: 'Requests to Google Scholar',
    settings: googleScholar,
    note: 'Each user also has a delay between their own requests: 10 seconds, until the user changes it in the settings.',
  },
  {
    title: 'Requests to the other sources',
    settings: otherSources,
    note: 'Lectern requests identifiers and open PDFs from these sources. It reads the lists of authors at OpenAlex, ORCID and DBLP ([crawling.md](crawling.md)). A search [for scholars by name](operations.md#searching-for-scholars-by-name) uses OpenAlex and ORCID. The times between requests apply to all processes together. Shorter times are accepted only if the base URL is on loopback. `CROSSREF_API_MAILTO`, otherwise `UNPAYWALL_EMAIL`, is also the contact in the `User-Agent` of all requests.',
  },
  { title: 'Scheduled runs', settings: scheduledRuns },
  { title: 'Scheduled backups', settings: backups },
  { title: 'Notifications', settings: notifications },
  { title: 'Papers that are not free', settings: library },
  { title: 'Zotero', settings: zotero },
  {
    title: 'Failures',
    settings: failures,
    note: 'A request without a response is repeated once after a second. After six failed attempts an item is dropped. Waiting for a cooldown is not an attempt.',
  },
  { title: 'Demo', settings: demo },
];

/** Variables that Compose reads from `.env`. The service does not read them. */
export const COMPOSE_VARIABLES: Readonly<Record<string, { example: string; means: string }>> = {
  POSTGRES_PASSWORD: {
    example: '',
    means: 'The password of the database. Required; make it with `openssl rand -hex 24`.',
  },
  LECTERN_IMAGE: {
    example: 'ghcr.io/OWNER/lectern:VERSION',
    means:
      'The image to start: that of a release, or a name of your own for the one that `compose.build.yaml` builds. Required.',
  },
  COMPOSE_FILE: {
    example: 'compose.yaml:compose.secrets.yaml',
    means:
      'The compose files. This value takes the secrets from files; `compose.yaml:compose.build.yaml` builds the image.',
  },
  SECRETS_DIR: { example: './secrets', means: 'The folder of these files.' },
  POSTGRES_PORT: { example: '5432', means: 'The port of PostgreSQL on this machine, with `compose.dev.yaml`.' },
};

interface SourceFacts {
  readonly url: string;
  /** the time between two requests: the default and the minimum */
  readonly seconds: number;
  readonly floor: number;
  readonly usually?: string;
  readonly more?: string;
  readonly endsIn?: string;
  /** what the address leads to, if not simply to the source */
  readonly service?: string;
}

type SourceSettings<Name extends string> = Record<`${Name}_ENABLED`, Setting<boolean, boolean>> &
  Record<`${Name}_BASE_URL`, Setting<string, string>> &
  Record<`${Name}_MIN_INTERVAL_SECONDS`, Setting<number, number>>;

/** The three settings of every source except Google Scholar. */
function sourceOf<Name extends string>(
  name: Name,
  title: string,
  { url, seconds, floor, usually, more, endsIn, service = title }: SourceFacts,
): SourceSettings<Name> {
  return {
    [`${name}_ENABLED`]: flag({ default: true, means: `0: do not query ${title}. Searches continue without it.` }),
    [`${name}_BASE_URL`]: httpUrl({
      default: url,
      ...(endsIn ? { endsIn } : {}),
      means: `The address of ${service}, a mirror or a stand-in.${endsIn ? ` It ends in \`${endsIn}\`.` : ''}`,
    }),
    [`${name}_MIN_INTERVAL_SECONDS`]: decimal({
      default: seconds,
      ...(usually ? { usually } : {}),
      unit: 'seconds',
      min: floor,
      max: 3600,
      means: `Minimum time between two requests to ${title}.${more ? ` ${more}` : ''}`,
    }),
  } as SourceSettings<Name>;
}

function refuseDatabaseUrl(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must begin with postgresql://';
  // libpq allows a user before an empty host, as in postgresql://me@/db?host=/run/postgresql:
  // https://www.postgresql.org/docs/15/libpq-connect.html
  if (parseUrl(url.replace('@/', '@localhost/')) !== null) return null;
  return 'is not a valid URL: write special characters of the password as %40 (@), %2F (/), %3A (:) and so on';
}

function refuseShortKey(key: string): string | null {
  if (key.length >= MIN_KEY_TEXT_LENGTH) return null;
  return `must have at least ${MIN_KEY_TEXT_LENGTH} characters: openssl rand -base64 32 makes a good one`;
}

function refusePassword(password: string): string | null {
  const length = [...password.normalize('NFC')].length;
  return length < 12 || length > 256 ? 'must have 12 to 256 characters' : null;
}

function refuseSchedule(given: string): string | null {
  try {
    return new Cron(given, { mode: '5-part' }).nextRun() === null ? 'never happens: check its day and month' : null;
  } catch {
    return 'must be a cron expression with five fields, such as 15 3 * * * for every day at 03:15';
  }
}

function refuseNetwork(item: string): string | null {
  if (isNetwork(item)) return null;
  return `must be addresses or networks like 10.0.0.0/8, separated by commas; "${item}" is not one`;
}

function refuseEmail(email: string): string | null {
  // the address becomes part of the User-Agent, which allows only ASCII
  return /^[!-?A-~]+@[!-?A-~]+$/.test(email) ? null : 'must be an e-mail address in plain ASCII';
}

function refuseSmtpUrl(url: string): string | null {
  if (!/^smtps?:\/\//.test(url)) return 'must begin with smtp:// or smtps://';
  const parsed = parseUrl(url);
  if (parsed === null || parsed.hostname === '')
    return 'is not a valid URL: write special characters of the password as %40 (@), %2F (/), %3A (:) and so on';
  if (!/^\/?$/.test(parsed.pathname) || parsed.hash !== '') return 'must end after the host and the port';
  if (parsed.search === '' || (parsed.search === '?tls=off' && parsed.protocol === 'smtp:')) return null;
  return 'may only have ?tls=off at its end, and only with smtp://';
}

function refuseOrigin(address: string): string | null {
  const url = parseUrl(address);
  if (url && /^https?:$/.test(url.protocol) && address.replace(/\/$/, '').toLowerCase() === url.origin) return null;
  return 'must be an http or https address without a path, such as https://lectern.example';
}

function refuseHost(host: string): string | null {
  if (!host.includes('*') && parseUrl(`http://${host}`)?.host === host) return null;
  return `must be hosts like files.example.org or 10.0.0.5:8080, separated by commas; "${host}" is not one`;
}
