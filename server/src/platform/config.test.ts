import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { OperatorError } from './errors.ts';
import { isLoopback } from './ip-addresses.ts';

function refusal(variables: Record<string, string>, options?: { needsSecrets: boolean }): string {
  try {
    readConfig(variables, options);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error(`taken: ${JSON.stringify(variables)}`);
}

test('the defaults', () => {
  expect(readConfig({ LOG_FORMAT: 'json' })).toEqual({
    databaseUrl: null,
    secretsKey: null,
    previousSecretsKey: null,
    dataDir: resolve('data'),
    migrateOnStart: true,
    host: '127.0.0.1',
    port: 8000,
    cookieSecure: true,
    trustedProxies: [],
    metricsAllow: [],
    logLevel: 'info',
    logFormat: 'json',
    bootstrapAdmin: null,
    loginLimit: { attempts: 5, windowSeconds: 60 },
    rateLimitPerMinute: 600,
    retractionWatchUrl: 'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv',
    noticeList: { everySeconds: 604_800, retrySeconds: 86_400 },
    streamsPerUser: 20,
    manualRunsAllowed: true,
    automationAllowed: true,
    scheduler: { enabled: true, tickSeconds: 60 },
    minRunIntervalMinutes: 15,
    runEventRetentionDays: 30,
    backups: { schedule: null, keep: 7 },
    timeZone: null,
    mail: null,
    publicUrl: null,
    publicLists: true,
    imageMaxBytes: 2_000_000,
    ingestion: {
      minRequestDelaySeconds: 2,
      networkErrorRetries: 1,
      retryBackoffSeconds: 1,
      maxPagesPerScholar: 30,
      pageSize: 100,
      networkFailureThreshold: 2,
      cooldownBlockedSeconds: 1800,
      cooldownNetworkSeconds: 900,
      continuationBaseDelaySeconds: 120,
      continuationMaxDelaySeconds: 3600,
      continuationMaxAttempts: 6,
      freshMinutes: 60,
      fullCrawlDays: 7,
    },
    googleScholar: {
      enabled: true,
      baseUrl: 'https://scholar.google.com',
      obeysRobots: false,
      searchesNames: false,
      nameSearchIntervalSeconds: 8,
    },
    sources: {
      openalex: { enabled: true, baseUrl: 'https://api.openalex.org', minIntervalSeconds: 0.05, apiKey: null },
      crossref: { enabled: true, baseUrl: 'https://api.crossref.org', minIntervalSeconds: 1, mailto: null },
      arxiv: { enabled: true, baseUrl: 'https://export.arxiv.org', minIntervalSeconds: 3 },
      datacite: { enabled: true, baseUrl: 'https://api.datacite.org', minIntervalSeconds: 0.6 },
      biorxiv: { enabled: true, baseUrl: 'https://api.biorxiv.org', minIntervalSeconds: 1 },
      unpaywall: { enabled: true, baseUrl: 'https://api.unpaywall.org/v2', minIntervalSeconds: 0.2, email: null },
      europepmc: {
        enabled: true,
        baseUrl: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
        minIntervalSeconds: 0.15,
      },
      orcid: { enabled: true, baseUrl: 'https://pub.orcid.org', minIntervalSeconds: 0.25 },
      dblp: { enabled: true, baseUrl: 'https://sparql.dblp.org', minIntervalSeconds: 10 },
    },
    pdfRetry: { firstSeconds: 3600, intervalSeconds: 86_400, maxAttempts: 3, preprintSeconds: 518_400 },
    notifications: { bundleSeconds: 120 },
    atLibrary: { linkResolver: null, proxyPrefix: null },
    zoteroUrl: 'https://api.zotero.org',
    outbound: { exemptOrigins: [], exemptHosts: [] },
    contact: null,
  });
});

test('with DATABASE_URL the service listens on all addresses and migrates only if configured', async () => {
  const url = 'postgresql://lectern:sesame@db.example/lectern';
  const { databaseUrl, host, migrateOnStart } = readConfig({ DATABASE_URL: url });
  expect([databaseUrl, host, migrateOnStart]).toEqual([url, '0.0.0.0', false]);
  const given = readConfig({ DATABASE_URL: url, MIGRATE_ON_START: '1', APP_HOST: '::1' });
  expect([given.host, given.migrateOnStart]).toEqual(['::1', true]);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'url'), `${url}\n`);
  expect(readConfig({ DATABASE_URL_FILE: join(folder, 'url') }).databaseUrl).toBe(url);
  for (const socket of ['postgres:///lectern?host=/run/postgresql', 'postgresql://me@/lectern?host=/run/postgresql'])
    expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
});

test('DATABASE_URL requires a key if secrets are decrypted; the embedded database has its own key', async () => {
  const database = { DATABASE_URL: 'postgresql://db.example/lectern' };
  const needed = { needsSecrets: true };
  expect(readConfig(database).secretsKey).toBeNull();
  expect(readConfig({}, needed).secretsKey).toBeNull();
  for (const none of [{}, { SECRETS_KEY: '' }, { SECRETS_KEY: ' ' }]) {
    const message = refusal({ ...database, ...none, APP_PORT: 'x' }, needed);
    expect(message).toMatch(/SECRETS_KEY is required with .*openssl rand -base64 32.* same one to all services/);
    expect(message).toContain('APP_PORT');
  }
  const key = '0123456789abcdef0123456789abcdef';
  expect(readConfig({ ...database, SECRETS_KEY: key }, needed).secretsKey).toBe(key);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'key');
  await writeFile(file, ` ${key} \n\n`);
  expect(readConfig({ ...database, SECRETS_KEY_FILE: file }, needed).secretsKey).toBe(key);
  await writeFile(file, '');
  const wrong = refusal({ ...database, SECRETS_KEY_FILE: file }, needed);
  expect(wrong.match(/^ {2}- .*/gm)).toEqual(['  - SECRETS_KEY_FILE names an empty file']);
  // whatever is in the two
  for (const both of [{ SECRETS_KEY: key }, { SECRETS_KEY: 'opensesame' }]) {
    const message = refusal({ ...database, ...both, SECRETS_KEY_FILE: file }, needed);
    expect(message.match(/^ {2}- .*/gm)).toEqual([
      '  - SECRETS_KEY and SECRETS_KEY_FILE are both set: unset one of them',
    ]);
  }
});

test('the previous key is set in a variable or in a file', () => {
  const [old, key] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
  expect(readConfig({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: ` ${old}\n` })).toMatchObject({
    secretsKey: key,
    previousSecretsKey: old,
  });
  expect(refusal({ SECRETS_KEY_PREVIOUS: old })).toContain('SECRETS_KEY_PREVIOUS requires SECRETS_KEY');
  expect(refusal({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: key })).toContain('is the same as SECRETS_KEY');
  expect(refusal({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: 'opensesame' })).toContain(
    'must have at least 32 characters',
  );
  const broken = refusal({ SECRETS_KEY: 'opensesame', SECRETS_KEY_PREVIOUS_FILE: '/dev/null' });
  expect(broken).toContain('SECRETS_KEY_PREVIOUS_FILE names an empty file');
  expect(broken).not.toContain('sesame');
});

test('the log is readable lines in a terminal, and JSON otherwise', () => {
  const { isTTY } = process.stdout;
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
  });
  process.stdout.isTTY = true;
  expect(readConfig({}).logFormat).toBe('pretty');
  expect(readConfig({ LOG_FORMAT: 'json' }).logFormat).toBe('json');
  process.stdout.isTTY = false;
  expect(readConfig({}).logFormat).toBe('json');
  expect(readConfig({ LOG_FORMAT: 'pretty' }).logFormat).toBe('pretty');
});

test.each([
  ['DATABASE_URL', 'mysql://db.example/lectern', 'must begin with postgresql://'],
  ['DATABASE_URL', 'postgresql://lectern:pa ss@db:port/x', 'is not a valid URL'],
  ['DATABASE_URL_FILE', '/no/such/file', 'cannot be read'],
  ['APP_PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['APP_PORT', 'http', 'must be a whole number from 0 to 65535'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', '"10.0.0.0/33" is not one'],
  ['TRUSTED_PROXIES', '::1, proxy.example', '"proxy.example" is not one'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['LOG_FORMAT', 'xml', 'must be one of json, pretty'],
  ['BOOTSTRAP_ADMIN_EMAIL', 'a@b.example', 'BOOTSTRAP_ADMIN_PASSWORD is required'],
  ['SMTP_URL', 'smtp://localhost', 'MAIL_FROM is required with SMTP_URL'],
  ['MAIL_FROM', 'a@b.example', 'SMTP_URL is required with MAIL_FROM'],
  ['PUBLIC_URL', 'https://lectern.example/app', 'without a path'],
  ['PUBLIC_URL', 'lectern.example', 'without a path'],
  ['BOOTSTRAP_ADMIN_PASSWORD', 'long enough to take', 'BOOTSTRAP_ADMIN_EMAIL is required'],
  ['LOGIN_RATE_LIMIT_ATTEMPTS', '0', 'must be a whole number from 1 to 1000'],
  ['RATE_LIMIT_PER_MINUTE', '-1', 'must be a whole number from 0 to 1000000'],
  ['LOGIN_RATE_LIMIT_WINDOW_SECONDS', '-5', 'must be a whole number from 1 to 86400'],
  ['SECRETS_KEY', 'opensesame', 'must have at least 32 characters'],
  ['SECRETS_KEY', ` ${'x'.repeat(31)} `, 'must have at least 32 characters'],
  ['SECRETS_KEY_FILE', '/dev/null', 'names an empty file'],
  ['SCHEDULER_TICK_SECONDS', '0', 'must be a whole number from 1 to 3600'],
  ['RUN_EVENT_RETENTION_DAYS', '0', 'must be a whole number from 1 to 3650'],
  ['INGESTION_AUTOMATION_ALLOWED', '2', 'must be 1 or 0'],
  ['INGESTION_MIN_RUN_INTERVAL_MINUTES', '14', 'must be a whole number from 15 to 43200'],
  ['INGESTION_MIN_REQUEST_DELAY_SECONDS', '1.9', 'must be a number from 2 to 600'],
  ['GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS', '0', 'must be a number from 2 to 600'],
  ['INGESTION_PAGE_SIZE', '101', 'must be a whole number from 1 to 100'],
  ['INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS', '0', 'must be a number from 1 to 604800'],
  ['INGESTION_SAFETY_COOLDOWN_NETWORK_SECONDS', 'x', 'must be a number from 1 to 604800'],
  ['INGESTION_CONTINUATION_BASE_DELAY_SECONDS', '-1', 'must be a number from 0 to 604800'],
  ['PROFILE_FRESH_MINUTES', '-1', 'must be a number from 0 to 10080'],
  ['PROFILE_FULL_CRAWL_DAYS', '366', 'must be a number from 0 to 365'],
  ['SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS', '1', 'must be a number from 2 to 3600'],
  ['GOOGLE_SCHOLAR_BASE_URL', 'scholar.google.com', 'must be an http or https address'],
  ['LINK_RESOLVER', 'javascript:alert(1)', 'must be an http or https address'],
  ['PROXY_PREFIX', 'https://me:secret@proxy.example/login?url=', 'must be an http or https address'],
])('%s=%s is refused', (name, value, words) => {
  const message = refusal({ [name]: value });
  expect(message).toContain(name);
  expect(message).toContain(words);
  expect(message.match(/^ {2}- /gm)).toHaveLength(1);
});

test('one error lists all wrong settings and shows no secret', () => {
  const message = refusal({
    APP_PORT: 'x',
    LOG_LEVEL: 'x',
    MIGRATE_ON_START: 'x',
    DATABASE_URL: 'mysql://lectern:sesame@db.example/x',
    BOOTSTRAP_ADMIN_EMAIL: 'nobody',
    BOOTSTRAP_ADMIN_PASSWORD: 'opensesame',
    SECRETS_KEY: 'opensesame',
  });
  const names = [...message.matchAll(/^ {2}- (\w+)/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([
    'APP_PORT',
    'BOOTSTRAP_ADMIN_EMAIL',
    'BOOTSTRAP_ADMIN_PASSWORD',
    'DATABASE_URL',
    'LOG_LEVEL',
    'MIGRATE_ON_START',
    'SECRETS_KEY',
  ]);
  expect(message).not.toContain('sesame');
  expect(refusal({ DATABASE_URL: 'postgresql://lectern:ses ame@db:port/x' })).not.toContain('ses ame');
});

test('how mail is sent', () => {
  const smtpUrl = 'smtp://lectern:pa%40ss@mail.example.org:2525?tls=off';
  const from = 'Lectern <lectern@example.org>';
  const { mail, publicUrl } = readConfig({
    SMTP_URL: smtpUrl,
    MAIL_FROM: from,
    PUBLIC_URL: 'https://Lectern.example/',
  });
  expect(mail).toEqual({ smtpUrl, from });
  expect(publicUrl).toBe('https://lectern.example');
  expect(refusal({ SMTP_URL: smtpUrl, MAIL_FROM: 'Lectern' })).toContain('MAIL_FROM must be an e-mail address');
  for (const [url, words] of [
    ['mail.example.org:25', 'must begin with smtp:// or smtps://'],
    ['smtp://me:p/q@mail.example.org', 'is not a valid URL'],
    ['smtps://mail.example.org?tls=off', 'may only have ?tls=off at its end'],
    ['smtp://mail.example.org/?pool=true', 'may only have ?tls=off at its end'],
    ['smtp://mail.example.org/path', 'must end after the host'],
  ] as const)
    expect(refusal({ SMTP_URL: url, MAIL_FROM: from })).toContain(`SMTP_URL ${words}`);
});

test('only a stand-in on loopback may have a shorter interval than Google Scholar', () => {
  for (const host of ['127.0.0.1:8100', 'localhost', '[::1]:9', '127.9.9.9']) {
    const fast = { GOOGLE_SCHOLAR_BASE_URL: `http://${host}`, INGESTION_MIN_REQUEST_DELAY_SECONDS: '0' };
    expect(readConfig(fast).ingestion.minRequestDelaySeconds, host).toBe(0);
  }
  for (const host of ['scholar.google.com', '127.0.0.1.example.org', 'localhost.example', '10.0.0.1', '[::2]']) {
    const fast = { GOOGLE_SCHOLAR_BASE_URL: `https://${host}`, INGESTION_MIN_REQUEST_DELAY_SECONDS: '0' };
    expect(refusal(fast), host).toContain('INGESTION_MIN_REQUEST_DELAY_SECONDS must be a number from 2');
  }
  const loopback = 'http://127.0.0.1:8100';
  expect(readConfig({ GOOGLE_SCHOLAR_BASE_URL: loopback }).ingestion.minRequestDelaySeconds).toBe(2);
  const slower = { INGESTION_MIN_REQUEST_DELAY_SECONDS: '3', GOOGLE_SCHOLAR_MIN_INTERVAL_SECONDS: '5' };
  expect(readConfig(slower).ingestion.minRequestDelaySeconds).toBe(5);
  expect(isLoopback('http://127.1/')).toBe(true);
  expect(isLoopback('http://2130706433/')).toBe(true);
});

test('the other settings are used as they are set', () => {
  const config = readConfig({
    APP_PORT: '0',
    DATA_DIR: '/srv/lectern',
    LOG_LEVEL: 'WARN',
    SESSION_COOKIE_SECURE: '0',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
    BOOTSTRAP_ADMIN_EMAIL: 'a@b.example',
    BOOTSTRAP_ADMIN_PASSWORD: 'correct horse',
    UNPAYWALL_EMAIL: 'u@b.example',
    UNKNOWN_SETTING: 'passed over',
  });
  expect(config).toMatchObject({
    port: 0,
    dataDir: '/srv/lectern',
    logLevel: 'warn',
    cookieSecure: false,
    trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
    bootstrapAdmin: { email: 'a@b.example', password: 'correct horse' },
    contact: 'u@b.example',
  });
});

test('intervals cannot be shorter than the sources allow, except for stand-ins on loopback', () => {
  const wanted = { ARXIV_MIN_INTERVAL_SECONDS: '0.1' };
  expect(refusal(wanted)).toContain('ARXIV_MIN_INTERVAL_SECONDS must be a number from 3 to 3600');
  const standIn = readConfig({ ...wanted, ARXIV_BASE_URL: 'http://127.0.0.1:8100/arxiv' });
  expect(standIn.sources.arxiv).toMatchObject({ minIntervalSeconds: 0.1 });
  expect(standIn.outbound.exemptOrigins).toEqual(['http://127.0.0.1:8100']);
  const elsewhere = readConfig({ ARXIV_BASE_URL: 'http://10.0.0.5/arxiv' });
  expect(elsewhere.outbound.exemptOrigins, 'an address inside is no way in for links').toEqual([]);
});

test('with a contact address the interval of Crossref is three times shorter', () => {
  const { sources } = readConfig({ CROSSREF_API_MAILTO: 'library@uni.example' });
  expect(sources.crossref).toMatchObject({ mailto: 'library@uni.example', minIntervalSeconds: 0.34 });
  expect(refusal({ CROSSREF_MIN_INTERVAL_SECONDS: '0.5' })).toContain('from 1 to 3600');
  const message = refusal({ UNPAYWALL_EMAIL: 'nobody', CROSSREF_API_MAILTO: 'x y@z' });
  expect(message).toContain('UNPAYWALL_EMAIL must be an e-mail address');
  expect(message).toContain('CROSSREF_API_MAILTO must be an e-mail address');
});

test('hosts that may be requested although their address is not public', () => {
  const { outbound } = readConfig({ OUTBOUND_ALLOW_HOSTS: ' Files.Example.org, 10.0.0.5:8080 ,[fd00::5]:81' });
  expect(outbound.exemptHosts).toEqual(['files.example.org', '10.0.0.5:8080', '[fd00::5]:81']);
  for (const host of ['https://files.example.org', 'files.example.org/x', '*.example.org', '10.0.0.0/8', 'a b'])
    expect(refusal({ OUTBOUND_ALLOW_HOSTS: host })).toContain('OUTBOUND_ALLOW_HOSTS must be hosts like');
});
