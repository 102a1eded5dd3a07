import { expect, test } from 'vitest';
import { makeLogger } from './logger.ts';

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
