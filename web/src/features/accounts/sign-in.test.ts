// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { signOut } from './sign-in.ts';

afterEach(() => vi.unstubAllGlobals());

test('a sign-out without a connection leaves nothing of the session in the browser', async () => {
  const deleted: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(signOut()).rejects.toThrow();
  expect(deleted).toEqual(['lectern-kept']);
});
