import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

test('the user agent gives the common names of browser and system', () => {
  const names = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'curl/8.5.0',
    'feed-reader 1',
    '',
    null,
  ].map(describeBrowser);
  expect(names).toEqual([
    'Firefox on Linux',
    'Edge on Windows',
    'Safari on macOS',
    'Chrome on iPhone',
    'Chrome on Android',
    'curl',
    'feed-reader 1',
    'Unknown browser',
    'Unknown browser',
  ]);
});
