import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { COMPOSE_VARIABLES, SETTINGS } from '../../src/platform/settings.ts';
import {
  findInImage,
  isSent,
  listContainerVariables,
  listReferences,
  PROJECT,
  readCompose,
  readExecForm,
  readImageVariables,
  readProjectFile,
  readStages,
} from './container-files.ts';

const COMPOSE_FILES = ['compose.yaml', 'compose.build.yaml', 'compose.dev.yaml', 'compose.secrets.yaml'];
const GIVEN = {
  LECTERN_IMAGE: 'registry.example/lectern:0.2.0',
  POSTGRES_PASSWORD: 'p@ss/w:#rd %40',
  SECRETS_KEY: '0123456789abcdef0123456789abcdef',
};

/** Every variable that the configuration reads, whatever its value. */
function listKnownVariables(): string[] {
  const names = new Set<string>();
  const variables = new Proxy<Record<string, string>>({}, { get: (_none, name) => void names.add(String(name)) });
  readConfig(variables);
  // only the demo reads it
  names.add('SANDBOX_PORT');
  return [...names].sort();
}

/** The lines of .env.example, including those that are commented out. */
function listExamples(): [name: string, value: string][] {
  return [...readProjectFile('.env.example').matchAll(/^#([A-Z_]+)='?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

test('the builder gets the whole project, but no secrets, no data, and nothing that git ignores', async () => {
  const sent = [
    'package.json',
    'web/link-styles.ts',
    'server/src/start/all.ts',
    'sandbox/data/people.json',
    'docs/web.md',
  ];
  expect(sent.filter((path) => !isSent(path))).toEqual([]);
  const kept = [
    '.env',
    '.env.local',
    'secrets/secrets_key',
    'data/secrets.key',
    'data2/postgres/base',
    'backups/x.dump',
  ];
  const rest = [
    '.git/config',
    'node_modules/pg/package.json',
    'web/node_modules/x',
    'server/dist/start/all.js',
    'a.log',
  ];
  expect([...kept, ...rest].filter(isSent)).toEqual([]);
  const options = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory'];
  const { stdout } = await promisify(execFile)('git', options, { cwd: PROJECT });
  const ignored = stdout.trim().split('\n');
  expect(ignored).toContain('node_modules/');
  expect(ignored.map((path) => path.replace(/\/$/, '')).filter(isSent)).toEqual([]);
});

test('the image runs as an ordinary user, without a shell, on a pinned long-term version of Node', () => {
  for (const { from, name } of readStages()) {
    const [, major = ''] = /^node:(\d+)-trixie(?:-slim)?$/.exec(from) ?? [];
    expect([name, Number(major) % 2, Number(major) >= 20], from).toEqual([name, 0, true]);
  }
  expect(readStages().at(-1)?.from).toMatch(/-slim$/);
  expect(findInImage('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(readExecForm(findInImage('CMD')).slice(0, 1)).toEqual(['node']);
  expect(existsSync(join(PROJECT, readExecForm(findInImage('CMD'))[1] ?? ''))).toBe(true);
  expect(findInImage('HEALTHCHECK')).toMatch(/ CMD \["node", /);
  expect(findInImage('EXPOSE')).toBe(readImageVariables().APP_PORT);
  for (const { word, rest } of readStages().flatMap(({ instructions }) => instructions)) {
    if (word === 'ENV' || word === 'ARG') expect(rest).not.toMatch(/PASSWORD|KEY|TOKEN|DATABASE_URL/);
    expect(word).not.toBe('ADD');
  }
});

test('a tag publishes the tested image for two platforms, signed and with its labels and an SBOM', () => {
  const { on, jobs } = parse(readProjectFile('.github/workflows/release.yaml'), { strict: true });
  expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
  expect([jobs.image.needs, jobs.package.needs]).toEqual(['test', 'test']);
  const runs = jobs.test.steps.map(({ run = '' }) => run);
  expect(runs, 'known vulnerabilities').toContain('npm audit --omit=dev --audit-level=high');
  const steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] = jobs.image.steps;
  const find = (name: string) => steps.find(({ uses = '', run = '' }) => `${uses} ${run}`.includes(name));
  expect(find('build-push-action')?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    push: true,
    sbom: true,
    labels: expect.stringContaining('steps.meta.outputs.labels'),
  });
  for (const label of ['revision', 'source', 'licenses'])
    expect(find('metadata-action')?.with?.labels).toContain(`org.opencontainers.image.${label}=`);
  expect(find('cosign sign')?.run).toContain('steps.build.outputs.digest');
});

test('the example for nginx enables only TLS 1.2 and 1.3, and sends browsers to HTTPS', () => {
  const file = readProjectFile('deploy/nginx.conf');
  expect(file.match(/ssl_protocols .*/g)).toEqual(['ssl_protocols TLSv1.2 TLSv1.3;']);
  expect(file).toMatch(/listen 80;[^}]*return 301 https:/);
  expect(file.match(/proxy_pass/g)).toHaveLength(1);
});

test('with Compose the service can write only to /tmp and its data folder, and only the service can reach the database', () => {
  const { services, volumes, networks } = readCompose('compose.yaml', GIVEN);
  expect(Object.keys(services).sort()).toEqual(['app', 'db']);
  expect(services.app).toMatchObject({ read_only: true, tmpfs: ['/tmp'], init: true, cap_drop: ['ALL'] });
  expect(services.app).toMatchObject({
    depends_on: { db: { condition: 'service_healthy' } },
    ports: ['127.0.0.1:8000:8000'],
  });
  expect(readCompose('compose.yaml', { ...GIVEN, APP_HOST: '0.0.0.0', APP_PORT: '9000' }).services.app?.ports).toEqual([
    '0.0.0.0:9000:8000',
  ]);
  expect(services.app?.volumes).toEqual(['data:/app/data']);
  expect(services.db?.ports).toBeUndefined();
  expect([services.db?.networks, networks]).toEqual([['database'], { database: { internal: true } }]);
  expect(services.app?.networks).toEqual(['default', 'database']);
  expect(services.db?.image).toMatch(/^postgres:1[5-8]-/);
  expect(services.db?.volumes).toEqual(['database:/var/lib/postgresql/data']);
  expect(Object.keys(volumes ?? {})).toEqual(['data', 'database']);
  const dev = readCompose('compose.dev.yaml', {}).services;
  expect([dev.db?.ports, dev.app?.environment]).toEqual([
    ['127.0.0.1:5432:5432'],
    { LOG_LEVEL: 'debug', SESSION_COOKIE_SECURE: '0' },
  ]);
});

test('with Compose the role of the service is not a superuser, and owns its database', async () => {
  const { configs = {} } = readCompose('compose.yaml', GIVEN);
  // the entrypoint of the image runs the file with psql as superuser, in the database of the service
  const content = configs['create-role']?.content ?? '';
  const name = `compose_${randomUUID().replaceAll('-', '')}`;
  const statements = content
    .replace(/^\\getenv password POSTGRES_PASSWORD\n/, '')
    .replace(":'password'", `'${GIVEN.POSTGRES_PASSWORD}'`)
    .replace(/\blectern\b/g, name)
    .replace('alter role postgres', `alter role ${name}_super`);
  expect(statements).not.toContain('\\');
  const client = new pg.Client(inject('databaseServer'));
  await client.connect();
  onTestFinished(async () => {
    await client.query(`drop database ${name}`);
    await client.query(`drop role ${name}, ${name}_super`);
    await client.end();
  });
  await client.query(`create database ${name}`);
  await client.query(`create role ${name}_super superuser login password 'of the entrypoint'`);
  for (const statement of statements.split(';\n').filter((one) => one.trim() !== '')) await client.query(statement);
  const { rows } = await client.query(
    `select r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, d.datname from pg_roles r
       join pg_database d on d.datdba = r.oid where r.rolname = '${name}'`,
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: true, datname: name },
  ]);
  const { rows: superusers } = await client.query(`select rolpassword from pg_authid where rolname = '${name}_super'`);
  expect(superusers).toEqual([{ rolpassword: null }]);
});

test('nothing starts without an image and its secrets, and the message says what to do', () => {
  const without = (name: keyof typeof GIVEN) => () => readCompose('compose.yaml', { ...GIVEN, [name]: undefined });
  expect(without('LECTERN_IMAGE')).toThrow(/LECTERN_IMAGE is missing: put the image of a release into .env/);
  expect(without('POSTGRES_PASSWORD')).toThrow(/POSTGRES_PASSWORD is missing: .*openssl rand/);
  expect(without('SECRETS_KEY')).toThrow(/SECRETS_KEY is missing: .*openssl rand/);
});

test('Compose pulls the image of a release, and builds only with the override', () => {
  expect(readCompose('compose.yaml', GIVEN).services.app).toMatchObject({ image: GIVEN.LECTERN_IMAGE });
  expect(readCompose('compose.yaml', GIVEN).services.app).not.toHaveProperty('build');
  expect(readCompose('compose.build.yaml', GIVEN).services.app).toEqual({ build: '.', pull_policy: 'build' });
});

test('secrets come from variables or from files, and the configuration accepts both', () => {
  const { PGPASSWORD, ...variables } = listContainerVariables('app', ['compose.yaml'], GIVEN);
  const config = readConfig(variables, { needsSecrets: true });
  expect(config).toMatchObject({ host: '0.0.0.0', port: 8000, migrateOnStart: true, secretsKey: GIVEN.SECRETS_KEY });
  expect(PGPASSWORD).toBe(GIVEN.POSTGRES_PASSWORD);
  const before = process.env.PGPASSWORD;
  onTestFinished(() => {
    if (before === undefined) delete process.env.PGPASSWORD;
    else process.env.PGPASSWORD = before;
  });
  process.env.PGPASSWORD = PGPASSWORD;
  const { user, password, host, database } = new pg.Client(config.databaseUrl ?? '');
  expect({ user, password, host, database }).toEqual({
    user: 'lectern',
    password: PGPASSWORD,
    host: 'db',
    database: 'lectern',
  });

  const none = { ...GIVEN, POSTGRES_PASSWORD: '', SECRETS_KEY: '' };
  const files = ['compose.yaml', 'compose.secrets.yaml'];
  const { services, secrets = {} } = readCompose('compose.secrets.yaml', none);
  for (const [name, service] of Object.entries(services)) {
    const given = Object.entries(listContainerVariables(name, files, none));
    const wanted = given.flatMap(([key, value]) => (key.endsWith('_FILE') && value ? [value] : []));
    expect(wanted.sort()).toEqual((service.secrets as string[]).map((secret) => `/run/secrets/${secret}`).sort());
    for (const secret of service.secrets as string[]) expect(secrets[secret]?.file).toBe(`./secrets/${secret}`);
    expect(given.filter(([key, value]) => /PASSWORD$|KEY$|DATABASE_URL$/.test(key) && value !== '')).toEqual([]);
  }
});

test('no file of the project contains a secret', () => {
  for (const file of COMPOSE_FILES) {
    const lines = readProjectFile(file)
      .split('\n')
      .filter((line) => /^\s+\w*(PASSWORD|KEY|SECRET)\w*:/.test(line));
    for (const line of lines) expect(line).toMatch(/: (''|\$\{\w+\?.*\}|\/run\/secrets\/\w+)$/);
  }
  const secrets = listExamples().filter(([name]) => /(PASSWORD|KEY)$/.test(name));
  expect(secrets.length).toBeGreaterThan(3);
  for (const [name, value] of secrets) expect([name, value]).toEqual([name, '']);
  expect(readProjectFile('.env.example')).not.toMatch(/^[^#\n]/m);
});

test('the configuration reads every setting of the table, and no other variable', () => {
  const names = Object.entries(SETTINGS).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  expect(listKnownVariables()).toEqual(names.sort());
});

test('.env.example has a line for every setting and for every variable of the compose files', () => {
  const known = listKnownVariables();
  const ofCompose = [...new Set(COMPOSE_FILES.flatMap(listReferences))].filter((name) => !known.includes(name));
  expect([...ofCompose, 'COMPOSE_FILE'].sort()).toEqual(Object.keys(COMPOSE_VARIABLES).sort());
  const examples = listExamples().map(([name]) => name);
  expect(examples.sort()).toEqual([...known, ...Object.keys(COMPOSE_VARIABLES)].sort());
  for (const file of COMPOSE_FILES) {
    for (const [name, { environment = {} }] of Object.entries(readCompose(file, GIVEN).services)) {
      const unknown = Object.keys(environment).filter((key) => !known.includes(key));
      expect(unknown.every((key) => (name === 'app' ? key === 'PGPASSWORD' : /^(POSTGRES_|PGUSER$)/.test(key)))).toBe(
        true,
      );
    }
  }
});

test('the values in .env.example are the defaults, except in lines that are examples', () => {
  const examples =
    /_FILE$|^(DATABASE_URL|TRUSTED_PROXIES|METRICS_ALLOW|BOOTSTRAP_.*|.*_MAILTO|.*_EMAIL|OUTBOUND_.*|BACKUP_SCHEDULE|SMTP_URL|MAIL_FROM|PUBLIC_URL|LINK_RESOLVER|PROXY_PREFIX)$/;
  const given = listExamples().map(([name, value]) => [name, /_FILE$/.test(name) ? '' : value]);
  const shown = Object.fromEntries(given.filter(([name = '']) => !examples.test(name)));
  expect(readConfig(shown)).toEqual(readConfig({ LOG_FORMAT: 'json' }));
  // with all lines at once, including examples, but without the secrets and the password beside the administrator's
  // address
  expect(readConfig({ ...Object.fromEntries(given), BOOTSTRAP_ADMIN_EMAIL: '' }).trustedProxies).toEqual([
    '10.0.0.0/8',
  ]);
});
