import { expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { readConfig } from './config.ts';
import { makeLineRedactor, makeLogger } from './logger.ts';

test('a log line is JSON with the name of the level, a time and no secret', () => {
  const lines: string[] = [];
  const log = makeLogger({ logLevel: 'info', logFormat: 'json' }, { write: (line: string) => void lines.push(line) });
  log.debug('not this');
  log.info({ password: 'sesame', user: { token: 'sesame', id: 1 }, headers: { cookie: 'sesame' } }, 'said');
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 'info', msg: 'said', user: { id: 1 } });
  expect(new Date(line.time).toISOString()).toBe(line.time);
  expect(lines[0]).not.toContain('sesame');
});

const config = readConfig({
  DATABASE_URL: 'postgresql://lectern:p%40ss-word-of-12@db.example.org/lectern?sslmode=require',
  SECRETS_KEY: 'a key with "quotes" that is long enough',
  OPENALEX_API_KEY: 'openalex-key-0001',
  SMTP_URL: 'smtps://lectern:m%40il-word-of-12@mail.example.org',
  MAIL_FROM: 'lectern@example.org',
});
const redact = makeLineRedactor(config);

test.each([
  [
    'Invalid URL https://api.example.org/works?api_key=sesame&q=1 was given',
    'https://api.example.org/works?… was given',
  ],
  ['postgresql://lectern:sesame@db/lectern?password=sesame', 'postgresql://…@db/lectern?…'],
  ['http://localhost:8000/setup#token=of-the-link', 'http://localhost:8000/setup#token=of-the-link'],
  ['"authorization: Bearer lectern_pat_sesame-sesame"', 'Bearer lectern_pat_…"'],
  ['no host in http:///feeds/sesame-sesame_1.atom', 'http:///feeds/….atom'],
  ['sent twice in \\"/mail/read-88-1795600000000-sesame-sesame_1\\"', '/mail/read-88-1795600000000-…\\"'],
  ['refused p@ss-word-of-12 and p%40ss-word-of-12', 'refused … and …'],
  ['535 m@il-word-of-12 or m%40il-word-of-12', '535 … or …'],
  [JSON.stringify({ msg: 'with a key with "quotes" that is long enough' }), '{"msg":"with …"}'],
  ['key openalex-key-0001.', 'key ….'],
  [
    'someone@lectern.example asked why? https://lectern.example/a',
    'someone@lectern.example asked why? https://lectern.example/a',
  ],
])('%s', (line, clean) => {
  expect(redact(line)).toContain(clean);
  expect(redact(line)).not.toContain('sesame');
});

test('a redacted line of JSON is still valid JSON', () => {
  const line = JSON.stringify({ a: 'see https://x.example/?key=1', b: 'https://me:you@x.example\n', c: 'postgres://' });
  expect(JSON.parse(redact(line))).toEqual({
    a: 'see https://x.example/?…',
    b: 'https://…@x.example\n',
    c: 'postgres://',
  });
});

test('a line that was made to slow down the matching is handled fast', () => {
  const line = '://a'.repeat(50_000);
  const from = cpuMs();
  expect(redact(line)).toBe(line);
  // about 0.2 seconds; without the length limits it would take minutes
  expect(cpuMs() - from).toBeLessThan(20_000);
});

test('a line loses characters that change the direction of the text behind them', () => {
  expect(redact('550 \u202egpj.exe\u202c \u2066a\u2069 \u05d0\u200f')).toBe('550 gpj.exe a \u05d0\u200f');
});
