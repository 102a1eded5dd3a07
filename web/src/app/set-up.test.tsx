// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exampleOf } from './testing/examples.ts';
import type { FakeService } from './testing/fake-service.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';

const LINK = '/setup#token=of-the-link';
const PHRASE = 'a desk to read at';

afterEach(closeApp);

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** A service without users. It refuses accounts as long as there are refusals; null: it does not respond. */
function serviceWithoutUsers(...refusals: (Refusal | null)[]) {
  const state = { isSetUp: false, sent: [] as unknown[] };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const what = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`;
    if (what === 'GET /auth/csrf')
      return Response.json({ data: { csrf_token: 'csrf', ...(state.isSetUp ? {} : { setup_required: true }) } });
    if (what === 'GET /auth/me')
      return Response.json({ error: { code: 'auth_required', message: '' } }, { status: 401 });
    if (what !== 'POST /auth/setup') throw new TypeError(`${what} is not expected`);
    state.sent.push(await request.json());
    const refusal = refusals.shift();
    if (refusal === null) throw new TypeError('Failed to fetch');
    if (refusal === undefined) return Response.json({ data: exampleOf('GET /auth/me') }, { status: 201 });
    return Response.json({ error: refusal }, { status: refusal.status });
  };
  return { state, service: { fetch } as FakeService };
}

async function open(refusals: (Refusal | null)[] = [], path = LINK) {
  const { state, service } = serviceWithoutUsers(...refusals);
  const { user, router } = renderApp(path, service);
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const enter = async (email: string, password: string, repeated = password) => {
    for (const [label, text] of [
      ['Email', email],
      ['Password', password],
      ['Confirm password', repeated],
    ] as const) {
      await user.clear(await field(label));
      if (text !== '') await user.type(await field(label), text);
    }
    await user.click(screen.getByRole('button', { name: 'Create account' }));
  };
  return { state, user, router, field, enter };
}

/** The messages that screen readers read with each field, and whether the field counts as invalid. */
function messages(): [string, boolean][] {
  return ['Email', 'Password', 'Confirm password'].map((label) => {
    const input = screen.getByLabelText(label);
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    return [text, input.getAttribute('aria-invalid') === 'true'];
  });
}

test('a wrong entry has its message at its field, the first wrong field has the focus, and nothing is sent', async () => {
  const { state, user, field, enter } = await open();
  const hint = 'At least 12 characters. Use a few unrelated words.';
  expect((await field('Password')).form?.noValidate).toBe(true);
  await enter('', '');
  expect(messages()).toEqual([
    ['Enter your email address.', true],
    ['Enter a password of at least 12 characters.', true],
    ['Enter the password again.', true],
  ]);
  expect(document.activeElement).toBe(await field('Email'));
  await enter('ada at home', 'short', 'shorter');
  expect(messages()).toEqual([
    ['Enter an address like name@example.org.', true],
    ['This has 5 characters. Use at least 12.', true],
    ['The passwords do not match.', true],
  ]);
  await enter('ada@lectern.example', PHRASE, 'another desk to read at');
  expect(messages()).toEqual([
    ['', false],
    [hint, false],
    ['The passwords do not match.', true],
  ]);
  expect(document.activeElement).toBe(await field('Confirm password'));
  await user.type(await field('Password'), 'x');
  expect(messages()[2]).toEqual(['', false]);
  expect(state.sent).toEqual([]);
});

test('passwords are masked, can be pasted, and are known to password managers', async () => {
  const { user, field } = await open();
  for (const label of ['Password', 'Confirm password']) {
    const input = await field(label);
    expect([input.type, input.autocomplete]).toEqual(['password', 'new-password']);
    await user.click(input);
    await user.paste(PHRASE);
    expect(input.value).toBe(PHRASE);
  }
  expect((await field('Email')).autocomplete).toBe('username');
});

test('what the service refuses is at its field', async () => {
  const common = 'This password is too common. Choose another one.';
  const { state, field, enter } = await open([
    { status: 422, code: 'invalid_password', message: common },
    { status: 422, code: 'validation_error', message: 'Wrong.', details: [{ path: 'email', message: 'is wrong' }] },
  ]);
  await enter('ada@lectern.example', 'passwordpassword');
  await screen.findByText(common);
  expect(messages()[1]).toEqual([common, true]);
  expect(document.activeElement).toBe(await field('Password'));
  await enter('ada@lectern.example', PHRASE);
  await screen.findByText('Enter an address like name@example.org.');
  expect(document.activeElement).toBe(await field('Email'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(state.sent).toHaveLength(2);
});

test('an unreachable service and a refused link are announced, and another link can be opened in the same page', async () => {
  const refusal = 'This set-up link is not valid. Open the latest link from the server’s log.';
  const { state, router, field, enter } = await open([null, { status: 403, code: 'forbidden', message: refusal }]);
  await enter('ada@lectern.example', PHRASE);
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot reach Lectern.');
  await enter('ada@lectern.example', PHRASE);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(refusal));
  await router.navigate({ to: '/setup', hash: 'token=of-the-latest-link' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect((await field('Email')).value).toBe('ada@lectern.example');
  await enter('ada@lectern.example', PHRASE);
  await waitFor(() => expect(router.state.location.href).toBe('/'));
  expect(router.history.length).toBe(2);
  expect(state.sent.at(-1)).toEqual({ token: 'of-the-latest-link', email: 'ada@lectern.example', password: PHRASE });
});

test('a link without a token has no form and says where the link is', async () => {
  await open([], '/setup');
  await screen.findByText('The part of this address after the # is missing.');
  await screen.findByText(/^The server prints it when it starts/);
  expect(screen.queryByLabelText('Email')).toBeNull();
});

test('where there is a user, the page has a link to sign in instead of the form, also after a refusal', async () => {
  const { state, enter } = await open([{ status: 403, code: 'forbidden', message: 'Lectern is already set up.' }]);
  await screen.findByLabelText('Email');
  state.isSetUp = true;
  await enter('late@lectern.example', PHRASE);
  await screen.findByRole('heading', { name: 'Lectern is set up' });
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect([link.getAttribute('href'), link === document.activeElement]).toEqual(['/', true]);
  expect(screen.queryByLabelText('Email')).toBeNull();
});
