import { makeSetupToken } from '../../../../src/accounts/set-up.ts';
import { Client } from '../../../support/client.ts';
import { ADMIN } from '../../../support/service.ts';
import { startReplicas } from '../../accounts/replicas.ts';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const PASSWORD = 'another phrase that is long';

async function visitor({ url }: World): Promise<Client> {
  const client = new Client(url);
  client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
  return client;
}

export const accounts: Readonly<Record<string, Preparation>> = {
  postAuthLogin: async (world) => {
    const client = await visitor(world);
    return [
      { client, body: ADMIN },
      { client: await visitor(world), body: { ...ADMIN, password: 'wrong wrong wrong' }, status: 401 },
    ];
  },
  getAuthMe: async ({ owner }) => ({ client: owner }),
  getAuthCsrf: async (world) => [{ client: world.owner }, { client: new Client(world.url) }],
  postAuthChangePassword: async ({ newcomer }) => {
    const client = await newcomer();
    const passwords = {
      current_password: ADMIN.password,
      new_password: PASSWORD,
      confirm_password: PASSWORD,
    };
    return [
      { client, body: passwords },
      { client, body: { ...passwords, confirm_password: 'other' }, status: 422 },
      { client, body: { ...passwords, current_password: 'wrong' }, status: 422 },
    ];
  },
  postAuthConfirmPassword: async ({ admin, newcomer }) => [
    { client: admin, body: { current_password: ADMIN.password } },
    { client: await newcomer(), body: { current_password: 'wrong' }, status: 422 },
  ],
  postAuthLogout: async ({ newcomer }) => ({ client: await newcomer() }),
  postAuthSetup: async () => {
    const { first } = await startReplicas({ hasAdmin: false });
    const body = { ...ADMIN, token: await makeSetupToken(first.db) };
    const late = await first.visitor();
    return [
      { client: await first.visitor(), body, db: first.db },
      { client: late, body, db: first.db, status: 403 },
    ];
  },
  getAuthSessions: async ({ owner }) => ({ client: owner }),
  deleteAuthSessions: async ({ newcomer }) => ({ client: await newcomer() }),
  deleteAuthSessionsById: async ({ newcomer }) => {
    const client = await newcomer();
    const [session] = (await client.ok('GET', '/auth/sessions')).sessions;
    return { client, path: { id: session.id } };
  },
  getAuthSignIns: async ({ owner }) => ({ client: owner }),
  getAuthTokens: async ({ owner }) => {
    await owner.ok('POST', '/auth/tokens', { body: { name: 'listed', scope: 'read' } });
    return { client: owner };
  },
  postAuthTokens: async ({ owner, admin }) => [
    { client: owner, body: { name: 'a script', scope: 'write', expires_in_days: 30 } },
    { client: owner, body: { name: 'a script', scope: 'admin' }, status: 403 },
    { client: admin, body: { name: 'a script', scope: 'admin' }, status: 422 },
    { client: owner, body: { name: ' ', scope: 'root' }, status: 422 },
  ],
  deleteAuthTokensById: async ({ owner }) => {
    const { id } = await owner.ok('POST', '/auth/tokens', { body: { name: 'ends', scope: 'read' } });
    return { client: owner, path: { id } };
  },
  getAdminUsers: async ({ admin }) => ({ client: admin, query: { page: 1, page_size: 2 } }),
  postAdminUsers: async ({ admin, profile }) => {
    const account = { email: `${profile()}@lectern.example`, password: PASSWORD, is_admin: true };
    return [
      { client: admin, body: account },
      { client: admin, body: account, status: 409 },
      { client: admin, body: { ...account, password: 'short' }, status: 422 },
    ];
  },
  patchAdminUsersByIdActive: async ({ admin, newcomer }) => {
    const { userId: id } = await newcomer();
    const own = (await admin.ok('GET', '/auth/me')).user.id;
    return [
      { client: admin, path: { id }, body: { is_active: false } },
      { client: admin, path: { id: own }, body: { is_active: false }, status: 409 },
    ];
  },
  postAdminUsersByIdResetPassword: async ({ admin, newcomer }) => {
    const { userId: id } = await newcomer();
    return { client: admin, path: { id }, body: { new_password: PASSWORD } };
  },
  getSettings: async ({ owner }) => ({ client: owner }),
  putSettings: async ({ owner }) => {
    const body = {
      auto_run_enabled: true,
      run_interval_minutes: 720,
      request_delay_seconds: 12.5,
      nav_visible_pages: ['scholars', 'runs'],
      openalex_api_key: 'a-key-of-the-owner',
      crossref_api_token: null,
      crossref_api_mailto: 'owner@lectern.example',
      unpaywall_email: '',
      link_resolver: 'https://resolver.example/openurl',
      proxy_prefix: null,
    };
    return [
      { client: owner, body },
      { client: owner, body: { run_interval_minutes: 1 }, status: 422 },
    ];
  },
};
