import { expect, test } from 'vitest';
import { scopeNeededFor } from './token-scope.ts';

test.each([
  ['GET', '/api/v1/publications', 'read'],
  ['HEAD', '/api/v1/publications', 'read'],
  ['POST', '/api/v1/publications/mark-all-read', 'write'],
  ['DELETE', '/api/v1/scholars/:id', 'write'],
  ['PUT', '/api/v1/settings', 'write'],
  ['GET', '/api/v1/auth/me', 'read'],
  ['POST', '/api/v1/auth/me', null],
  ['GET', '/api/v1/auth/csrf', null],
  ['GET', '/api/v1/auth/sessions', null],
  ['DELETE', '/api/v1/auth/sessions/:id', null],
  ['GET', '/api/v1/auth/tokens', null],
  ['POST', '/api/v1/auth/tokens', null],
  ['POST', '/api/v1/auth/change-password', null],
  ['POST', '/api/v1/auth/login', null],
  ['GET', '/api/v1/feeds', null],
  ['DELETE', '/api/v1/feeds/:id', null],
  ['GET', '/api/v1/public-lists', 'read'],
  ['PUT', '/api/v1/public-lists/:id', null],
  ['GET', '/api/v1/zotero', 'read'],
  ['PUT', '/api/v1/zotero', null],
  ['POST', '/api/v1/zotero/syncs/:id/push', 'write'],
  ['GET', '/api/v1/admin/db/integrity', 'admin'],
  ['POST', '/api/v1/admin/db/drop-all-publications', 'admin'],
  ['GET', '/api/v1/admin/users', 'admin'],
  ['POST', '/api/v1/admin/users', null],
  ['PATCH', '/api/v1/admin/users/:id/active', null],
  ['POST', '/api/v1/admin/users/:id/reset-password', null],
  ['GET', '/api/v1/channels', 'read'],
  ['POST', '/api/v1/channels/:id/test', null],
  ['GET', '/api/v1/administer', 'read'],
  ['GET', '/api/v1/authors', 'read'],
])('%s %s needs %s', (method, path, scope) => {
  expect(scopeNeededFor(method, path)).toBe(scope);
});
