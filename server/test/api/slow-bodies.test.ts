import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../support/service.ts';

const REQUESTS = [
  'POST /api/v1/nothing',
  // what cannot be decoded is refused by the router, before any hook
  'POST /api/v1/%zz',
  'POST /%E0%A4%A',
  'POST /api/v1/publications/mark-all-read',
  'POST /api/v1/scholars/import',
  // an expectation that nobody knows Node itself would refuse
  'POST /api/v1/expecting',
];

test('whoever is answered before the whole body is there is cut off after a minute, uploads that are refused as well', async () => {
  const { url } = await startService();
  const { hostname, port } = new URL(url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = new Set(REQUESTS);
  const answers = new Map<string, string>();
  for (const line of REQUESTS) {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).on('close', () => open.delete(line));
    socket.setEncoding('utf8').on('data', (text: string) => answers.set(line, (answers.get(line) ?? '') + text));
    const expectation = line.endsWith('expecting') ? ['Expect: wonders'] : [];
    const head = ['Host: x', 'Content-Type: application/json', 'Content-Length: 100', ...expectation];
    socket.write(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"a":`);
  }
  const isAnswered = (line: string) => answers.get(line)?.includes('request_id') ?? false;
  await turnUntil(() => REQUESTS.every(isAnswered));
  for (const line of REQUESTS) expect(answers.get(line), line).toMatch(/^HTTP\/1\.1 40[134] /);
  vi.advanceTimersByTime(59_999);
  await turnUntil(() => open.size < REQUESTS.length, 20);
  expect([...open]).toEqual(REQUESTS);
  vi.advanceTimersByTime(1);
  await turnUntil(() => open.size === 0, 10_000);
  expect([...open]).toEqual([]);
});

/** Lets other events happen until it is so, or so many times. */
async function turnUntil(isSo: () => boolean, turns = Number.POSITIVE_INFINITY): Promise<void> {
  for (let n = 0; n < turns && !isSo(); n += 1) await new Promise((resolve) => setImmediate(resolve));
}
