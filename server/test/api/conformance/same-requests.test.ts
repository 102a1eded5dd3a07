import { expect, test } from 'vitest';
import { operations } from '../openapi-description.ts';
import { send } from './call.ts';
import { changes } from './operations.ts';
import { prepare } from './preparations/all.ts';
import { startWorld } from './world.ts';

const AT_ONCE = 6;

test('the same request sent several times at once never fails inside', async () => {
  const world = await startWorld();
  const failures: string[] = [];
  for (const walked of operations.filter(changes)) {
    const [call] = await prepare(world, walked);
    // a form can be sent only once
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const response = await send(walked, call);
        return { status: response.status, text: await response.text() };
      }),
    );
    // so many imports at once may be refused, each with a time after which to try again
    const isRefusal = (text: string) => walked.path.endsWith('/import') && text.includes('"code":"not_ready"');
    for (const { status, text } of responses)
      if (status >= 500 && !isRefusal(text)) failures.push(`${walked.name}: ${status} ${text}`);
    if (!responses.some(({ status }) => status < 300))
      failures.push(`${walked.name}: none succeeded: ${responses[0]?.text}`);
  }
  const reasons = world.log().match(/"err":\{[^}]*\}/g) ?? [];
  expect(failures, reasons.join('\n')).toEqual([]);
});
