import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Environment } from './environment.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-environment-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads one value; `wrong` is what the reading ends with. */
function read<T>(
  variables: Record<string, string>,
  reading: (env: Environment) => T,
): { value: T; wrong: string | null } {
  const env = new Environment(variables);
  const value = reading(env);
  try {
    env.finish();
    return { value, wrong: null };
  } catch (error) {
    return { value, wrong: error instanceof Error ? error.message : String(error) };
  }
}

test('an empty variable counts as not set, and text loses the blanks around it', () => {
  for (const given of [{}, { A: '' }, { A: '  ' }]) expect(read(given, (env) => env.text('A'))).toEqual(none(null));
  expect(read({ A: ' x y ' }, (env) => env.text('A'))).toEqual(none('x y'));
  expect(read({ A: '' }, (env) => env.number('A', 7, { min: 0, max: 9 }))).toEqual(none(7));
  expect(read({ A: ' ' }, (env) => env.flag('A', true))).toEqual(none(true));
  expect(read({ A: '' }, (env) => env.secret('A'))).toEqual(none(null));
});

test('flags', () => {
  for (const yes of ['1', 'true', 'YES', 'On'])
    expect(read({ A: yes }, (env) => env.flag('A', false))).toEqual(none(true));
  for (const no of ['0', 'false', 'No', 'OFF'])
    expect(read({ A: no }, (env) => env.flag('A', true))).toEqual(none(false));
  for (const bad of ['2', 'y', 'enabled', '-1']) {
    expect(read({ A: bad }, (env) => env.flag('A', true)).wrong).toContain('- A must be 1 or 0');
  }
});

test('numbers within their bounds, in plain decimal', () => {
  const whole = (text: string) => read({ A: text }, (env) => env.number('A', 5, { min: 1, max: 10 }));
  expect(whole('1')).toEqual(none(1));
  expect(whole('10')).toEqual(none(10));
  for (const bad of ['0', '11', '1.5', '1e1', '0x5', 'five', '5 s', 'NaN', 'Infinity', '--1', '1,5']) {
    expect(whole(bad), bad).toEqual({
      value: 5,
      wrong: expect.stringContaining('- A must be a whole number from 1 to 10'),
    });
  }
  const any = (text: string) => read({ A: text }, (env) => env.number('A', 5, { min: 0, max: 10, whole: false }));
  expect(any('0.25')).toEqual(none(0.25));
  expect(any('-0.1').wrong).toContain('- A must be a number from 0 to 10');
});

test('choices and addresses', () => {
  const choice = (text: string) => read({ A: text }, (env) => env.choice('A', ['json', 'pretty'], 'json'));
  expect(choice('PRETTY')).toEqual(none('pretty'));
  expect(choice('xml').wrong).toContain('- A must be one of json, pretty');
  const url = (text: string) => read({ A: text }, (env) => env.httpUrl('A', 'https://fallback.example'));
  expect(url('http://127.0.0.1:8100/')).toEqual(none('http://127.0.0.1:8100'));
  expect(url('')).toEqual(none('https://fallback.example'));
  for (const bad of [
    'example.org',
    'ftp://x.example',
    'https://name:pass@x.example',
    'http://',
    'javascript:alert(1)',
  ]) {
    expect(url(bad).wrong, bad).toContain('- A must be an http or https address without a user name in it');
  }
  expect(url('https://name:sesame@x.example').wrong).not.toContain('sesame');
});

test('a secret comes from its variable or from a file, as it is but for the last line end', async () => {
  const file = join(folder, 'secret');
  await writeFile(file, ' with blanks \r\n');
  expect(read({ A_FILE: file }, (env) => env.secret('A'))).toEqual(none(' with blanks '));
  expect(read({ A: ' kept ' }, (env) => env.secret('A'))).toEqual(none(' kept '));
  await writeFile(file, '\n');
  expect(read({ A_FILE: file }, (env) => env.secret('A'))).toEqual(none(null));
  const both = read({ A: 'sesame', A_FILE: file }, (env) => env.secret('A'));
  expect(both.wrong).toContain('- A set either A or A_FILE, not both');
  expect(both.wrong).not.toContain('sesame');
  for (const absent of [join(folder, 'absent'), folder]) {
    const wrong = read({ A_FILE: absent }, (env) => env.secret('A')).wrong;
    expect(wrong).toContain('- A_FILE names a file that cannot be read');
  }
});

function none<T>(value: T): { value: T; wrong: null } {
  return { value, wrong: null };
}
