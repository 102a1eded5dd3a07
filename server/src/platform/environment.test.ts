import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { Environment, findRetiredSettings, findUnknownSettings } from './environment.ts';
import { choice, decimal, flag, httpUrl, list, type Setting, secret, text, whole } from './setting.ts';
import { SETTINGS } from './settings.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-environment-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const means = 'A setting of this test.';

/** Reads setting A; `wrong` is the message of the error. */
function read<Value, Default>(setting: Setting<Value, Default>, variables: Record<string, string>) {
  const env = new Environment(variables, { A: setting as Setting<unknown> });
  const value = env.get('A');
  try {
    env.finish();
    return { value, wrong: null };
  } catch (error) {
    return { value, wrong: error instanceof Error ? error.message : String(error) };
  }
}

function none(value: unknown) {
  return { value, wrong: null };
}

test('an empty variable counts as not set, and blanks around a text are removed', () => {
  const plain = text({ default: null, accepts: 'anything', means });
  for (const given of [{}, { A: '' }, { A: '  ' }])
    expect(read(plain, given as Record<string, string>)).toEqual(none(null));
  expect(read(plain, { A: ' x y ' })).toEqual(none('x y'));
  expect(read(whole({ default: 7, min: 0, max: 9, means }), { A: '' })).toEqual(none(7));
  expect(read(flag({ default: true, means }), { A: ' ' })).toEqual(none(true));
  expect(read(secret({ isTrimmed: true, accepts: 'anything', means }), { A: '' })).toEqual(none(null));
});

test('a flag accepts 1, 0 and common words for them', () => {
  const off = flag({ default: false, means });
  for (const yes of ['1', 'true', 'YES', 'On']) expect(read(off, { A: yes })).toEqual(none(true));
  const on = flag({ default: true, means });
  for (const no of ['0', 'false', 'No', 'OFF']) expect(read(on, { A: no })).toEqual(none(false));
  for (const bad of ['2', 'y', 'enabled', '-1']) expect(read(on, { A: bad }).wrong).toContain('- A must be 1 or 0');
});

test('a number must be decimal and within its limits', () => {
  const count = whole({ default: 5, min: 1, max: 10, means });
  expect(read(count, { A: '1' })).toEqual(none(1));
  expect(read(count, { A: '10' })).toEqual(none(10));
  for (const bad of ['0', '11', '1.5', '1e1', '0x5', 'five', '5 s', 'NaN', 'Infinity', '--1', '1,5']) {
    expect(read(count, { A: bad }), bad).toEqual({
      value: 5,
      wrong: expect.stringContaining('- A must be a whole number from 1 to 10'),
    });
  }
  const wait = decimal({ default: 5, min: 0, max: 10, means });
  expect(read(wait, { A: '0.25' })).toEqual(none(0.25));
  expect(read(wait, { A: '-0.1' }).wrong).toContain('- A must be a number from 0 to 10');
});

test('the caller can replace the default and the limits of a setting', () => {
  const settings = { A: decimal({ default: 5, min: 1, max: 10, means }) };
  expect(new Environment({}, settings).get('A', { default: 2 })).toBe(2);
  expect(new Environment({ A: '0.5' }, settings).get('A', { min: 0 })).toBe(0.5);
});

test('choices, addresses and lists are checked', () => {
  const format = choice(['json', 'pretty'], { default: 'json', means });
  expect(read(format, { A: 'PRETTY' })).toEqual(none('pretty'));
  expect(read(format, { A: 'xml' }).wrong).toContain('- A must be one of json, pretty');
  const url = httpUrl({ default: 'https://fallback.example', means });
  expect(read(url, { A: 'http://127.0.0.1:8100/' })).toEqual(none('http://127.0.0.1:8100'));
  expect(read(url, { A: '' })).toEqual(none('https://fallback.example'));
  for (const bad of [
    'example.org',
    'ftp://x.example',
    'https://name:pass@x.example',
    'http://',
    'javascript:alert(1)',
  ]) {
    expect(read(url, { A: bad }).wrong, bad).toContain(
      '- A must be an http or https address without a user name or password',
    );
  }
  expect(read(url, { A: 'https://name:sesame@x.example' }).wrong).not.toContain('sesame');
  const words = list({ accepts: 'words', refuse: (word) => (word === 'no' ? 'must not be "no"' : null), means });
  expect(read(words, { A: ' a, b ,,c' })).toEqual(none(['a', 'b', 'c']));
  expect(read(words, { A: 'a,no' })).toEqual({ value: [], wrong: expect.stringContaining('- A must not be "no"') });
});

test('a secret comes from its variable or from a file, unchanged except for the last line end', async () => {
  const exact = secret({ isTrimmed: false, accepts: 'anything', means });
  const file = join(folder, 'secret');
  await writeFile(file, ' with blanks \r\n');
  expect(read(exact, { A_FILE: file })).toEqual(none(' with blanks '));
  expect(read(exact, { A: ' kept ' })).toEqual(none(' kept '));
  expect(read(secret({ isTrimmed: true, accepts: 'anything', means }), { A: ' cut ' })).toEqual(none('cut'));
  const both = read(exact, { A: 'sesame', A_FILE: file });
  expect(both.wrong?.match(/^ {2}- .*/gm)).toEqual(['  - A and A_FILE are both set: unset one of them']);
  await writeFile(file, '\n');
  expect(read(exact, { A_FILE: file }).wrong).toContain('- A_FILE names an empty file');
  for (const absent of [join(folder, 'absent'), folder]) {
    expect(read(exact, { A_FILE: absent }).wrong).toContain('- A_FILE names a file that cannot be read');
  }
});

test.each([
  ['APP_PROT', 'APP_PORT'],
  ['APP_POR', 'APP_PORT'],
  ['app_port', 'APP_PORT'],
  ['LECTERN_APP_PORT', 'APP_PORT'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SECRET_KEY_FILE', 'SECRETS_KEY_FILE'],
  ['APP_PORT_FILE', 'APP_PORT'],
  ['LECTERN_SECRETS_KEY_FILE', 'SECRETS_KEY_FILE'],
  ['database_url_file', 'DATABASE_URL_FILE'],
  ['LECTERN_PORT', null],
  ['SESSION_COOKIES_SECURE', 'SESSION_COOKIE_SECURE'],
  ['INGESTION_REQUEST_DELAY_SECONDS', 'INGESTION_MIN_REQUEST_DELAY_SECONDS'],
  ['LECTERN_COLOR', null],
  ['INGESTION_SOMETHING_ELSE', null],
])('%s is reported', (name, meant) => {
  expect(findUnknownSettings({ [name]: '1' })).toEqual([{ name, meant }]);
});

test('settings, their files, and variables of other programs are not reported', () => {
  const others = [
    'SECRETS_KEY_FILE',
    'LECTERN_IMAGE',
    'POSTGRES_PASSWORD',
    'POSTGRES_HOST',
    'APP_HOME',
    'APP_NAME',
    'LOG_FILE',
    'HOME',
    'PATH',
    'NODE_ENV',
    'npm_config_cache',
    'XDG_DATA_DIRS',
    'SCHEDULER_PORT',
    // of a container platform, for a service named "lectern"
    'LECTERN_SERVICE_HOST',
    'LECTERN_SERVICE_PORT_HTTP',
    'LECTERN_PORT_8000_TCP',
    'LECTERN_PORT_8000_TCP_ADDR',
  ];
  const names = [...Object.keys(SETTINGS), ...others];
  const variables = Object.fromEntries(names.map((name) => [name, '1']));
  expect(findUnknownSettings({ ...variables, LECTERN_PORT: 'tcp://10.0.0.1:8000' })).toEqual([]);
});

test('settings without effect are accepted with any value, and named', () => {
  const variables = {
    PDF_AUTO_RETRY_MAX_ATTEMPTS: 'never',
    INGESTION_NETWORK_ERROR_RETRIES: '',
    STREAMS_PER_USER: '0',
  };
  expect(readConfig(variables)).toEqual(readConfig({}));
  expect(findUnknownSettings(variables)).toEqual([]);
  expect(findRetiredSettings(variables)).toEqual(['PDF_AUTO_RETRY_MAX_ATTEMPTS', 'STREAMS_PER_USER']);
});
