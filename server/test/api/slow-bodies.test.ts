import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serviceOfFile } from '../support/service.ts';
import { stopClock } from '../support/stop-clock.ts';

const openService = serviceOfFile();

const REQUESTS = [
  'POST /api/v1/nothing',
  // the router rejects paths that cannot be decoded, before any hook runs
  'POST /api/v1/%zz',
  'POST /%E0%A4%A',
  'POST /api/v1/publications/mark-all-read',
  'POST /api/v1/scholars/import',
  // Node itself would reject an unknown expectation
  'POST /api/v1/expecting',
];

test('a client that gets a response before it has sent its whole body is disconnected after a minute; rejected uploads too', async () => {
  const { url } = await openService();
  const { hostname, port } = new URL(url);
  stopClock('Timeout');
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
  await waitUntil(() => REQUESTS.every(isAnswered));
  for (const line of REQUESTS) expect(answers.get(line), line).toMatch(/^HTTP\/1\.1 40[134] /);
  vi.advanceTimersByTime(59_999);
  await waitUntil(() => open.size < REQUESTS.length, 20);
  expect([...open]).toEqual(REQUESTS);
  vi.advanceTimersByTime(1);
  await waitUntil(() => open.size === 0, 10_000);
  expect([...open]).toEqual([]);
});

/** Lets other events happen until the condition is true, at most for this many iterations. */
async function waitUntil(isSo: () => boolean, turns = Number.POSITIVE_INFINITY): Promise<void> {
  for (let n = 0; n < turns && !isSo(); n += 1) await new Promise((resolve) => setImmediate(resolve));
}
