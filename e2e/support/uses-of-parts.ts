import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCOUNT } from './account.ts';
import type { World } from './start-world.ts';

/** How a reader comes to need a part of the application that is loaded on demand. */
export interface Use {
  /** the address of the page on which it is used */
  readonly from: string;
  /** Done before the page opens. */
  arrange?(page: Page, world: World): Promise<unknown>;
  /** Done on the page before the part is needed. */
  prepare?(page: Page, world: World): Promise<unknown>;
  /** What the reader does. Absent: the page needs the part by itself, and tries again. */
  act?(page: Page): Promise<unknown>;
  /** what is there once the part is loaded */
  shown(page: Page): Locator;
  /** whether no message says that it is missing, because nobody asked for it */
  readonly isQuiet?: boolean;
  /** whether there is nothing else to show, as on a page that was opened by its address */
  readonly isWhole?: boolean;
}

const LIST = '/?view=all';
/** The list of the scholar that was added first. */
const SCHOLAR = '/?scholar=1';
const AT_REST_MS = 7000;
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });

function byKeys(...keys: string[]) {
  return async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
}

function byButton(name: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name }).first().click();
}

function byLink(from: string, to: string, shown: Use['shown']): Use {
  return { from, act: (page) => page.locator(`a[href^="${to}"]:visible`).first().click(), shown };
}

async function byPalette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await dialog(page).getByRole('combobox').fill(command);
  await page.getByRole('option', { name: command }).first().click();
}

async function openFilters(page: Page): Promise<void> {
  const panel = page.getByRole('group', { name: 'Filter' });
  if ((await panel.count()) === 0) await page.getByRole('button', { name: 'Filter' }).click();
  await panel.waitFor();
}

/** Keeps a note in the browser, as a page does that could not save it. */
async function keepDraft(publicationId: number): Promise<void> {
  const { data } = await (await fetch('/api/v1/auth/me')).json();
  const noteId = '00000000-0000-4000-8000-000000000001';
  const draft = { noteId, publicationId, text: 'kept', revision: 0, sent: null, theirs: null, refusal: null };
  localStorage.setItem(`lectern-note:${data.user.id}:${noteId}`, JSON.stringify(draft));
}

/** Writes a note that cannot be saved. */
async function writeNote(page: Page): Promise<void> {
  await page.route('**/api/v1/notes/**', (route) => route.abort());
  await byKeys('j', 'n')(page);
  await page.getByRole('textbox', { name: 'Note' }).fill('not saved');
  await page.getByText('Not saved yet: no connection').waitFor();
}

const admin = (name: string, from = '/admin/sources') =>
  byLink(from, `/admin/${name}`, (page) => page.locator(`main:has(a[href="/admin/${name}"][aria-current]) h2`));
const settings = (path: string, shown: string) => byLink('/settings', path, heading(shown));
const visitors = (from: string, shown: Use['shown']): Use => ({
  from,
  isWhole: true,
  arrange: (page) => page.context().clearCookies(),
  shown,
});

/** The uses of all parts, by the names of their files. */
export const USES: Readonly<Record<string, Use>> = {
  'command-palette': { from: LIST, act: byKeys('Control+k'), shown: dialog },
  'key-help': { from: LIST, act: byKeys('?'), shown: dialog },
  'filter-panel': { from: LIST, act: byButton('Filter'), shown: (page) => page.getByRole('group', { name: 'Filter' }) },
  'query-assistance': {
    from: LIST,
    isQuiet: true,
    act: (page) => page.getByRole('combobox', { name: 'Search publications' }).click(),
    shown: (page) => page.getByRole('option', { name: 'author:' }),
  },
  'detail-sheet': {
    from: LIST,
    prepare: byKeys('j'),
    act: byKeys('o'),
    shown: (page) => page.getByRole('complementary').getByRole('heading', { level: 2 }),
  },
  notes: {
    from: LIST,
    prepare: async (page) => {
      await byKeys('j', 'o')(page);
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    },
    act: byKeys('n'),
    shown: (page) => page.getByRole('textbox', { name: 'Note' }),
  },
  'tag-editor': { from: LIST, prepare: byKeys('j'), act: byKeys('t'), shown: dialog },
  'copy-bibtex': {
    from: LIST,
    prepare: byKeys('j'),
    act: byKeys('c'),
    shown: (page) => page.getByText(/^Copied BibTeX|clipboard/),
  },
  'export-dialog': { from: LIST, prepare: openFilters, act: byButton(/^Export/), shown: dialog },
  'view-dialog': { from: LIST, act: byButton('Save view…'), shown: dialog },
  'first-steps': {
    from: '/?view=today',
    isQuiet: true,
    shown: (page) => page.getByText('Check your scholars every day?'),
  },
  'add-box': { from: '/?view=today', isQuiet: true, shown: (page) => page.getByLabel('Add scholars') },
  'save-drafts': {
    from: LIST,
    isQuiet: true,
    act: async (page) => {
      const link = await page.locator('[data-row="0"] a[id^=title]').getAttribute('href');
      await page.evaluate(keepDraft, Number(new URLSearchParams(link?.split('?')[1]).get('open')));
      await page.reload();
      // when the page is at rest, it sends what earlier ones have left
      await page.waitForTimeout(AT_REST_MS);
      await page.reload();
    },
    shown: (page) => page.getByText('Has a note'),
  },
  'session-over-dialog': {
    from: LIST,
    prepare: async (page) => {
      await page.context().clearCookies();
      await byKeys('j', 'm')(page);
    },
    shown: dialog,
  },
  'confirm-password-dialog': {
    from: '/settings/notifications',
    prepare: async (page, world) => {
      await world.query("update sessions set confirmed_at = now() - interval '61 minutes'");
      await byButton('Create feed')(page);
    },
    shown: dialog,
  },
  'sign-out-dialog': {
    from: LIST,
    prepare: writeNote,
    act: (page) => byPalette(page, 'Sign out'),
    shown: (page) => dialog(page).getByRole('heading', { name: '1 note is not saved' }),
  },
  'sign-out-page': {
    from: '/account',
    isWhole: true,
    prepare: async (page) => {
      await page.route('**/auth/logout', (route) => route.abort());
      await byButton('Sign out')(page);
    },
    shown: heading('Not signed out yet'),
  },
  'choose-password': {
    from: LIST,
    isWhole: true,
    arrange: (_page, world) => world.query("update users set temporary_password_until = now() + interval '1 hour'"),
    shown: heading('Choose your own password'),
  },
  'sign-in': visitors('/sign-in', (page) => page.getByLabel('Email')),
  'prepare-for-visitor': { ...visitors('/sign-in', (page) => page.getByLabel('Email')), isQuiet: true },
  'set-up': visitors('/setup', (page) => page.getByRole('heading', { level: 1 })),
  'mail-link': visitors('/mail/none', (page) => page.getByRole('heading', { level: 1 })),
  scholars: byLink(LIST, '/scholars', heading('Scholars')),
  scholar: byLink(SCHOLAR, '/scholars/', (page) => page.getByRole('heading', { name: 'Remove scholar' })),
  'person-aside': {
    from: SCHOLAR,
    isQuiet: true,
    shown: (page) => page.getByRole('heading', { name: 'Profiles' }),
  },
  runs: byLink(LIST, '/runs', heading('Runs')),
  run: byLink('/runs', '/runs/', heading(/^Run(?!s)/)),
  queue: { from: '/runs/queue', isWhole: true, shown: heading(/queue/i) },
  settings: byLink(LIST, '/settings', heading('Settings')),
  tags: settings('/settings/tags', 'Tags'),
  views: settings('/settings/views', 'Views'),
  rules: settings('/settings/rules', 'Rules'),
  notifications: settings('/settings/notifications', 'Notifications'),
  'library-file': settings('/settings/library', 'Import and export'),
  add: byLink(LIST, '/add', heading('Add papers')),
  account: byLink(LIST, '/account', heading('Account')),
  'search-help': { from: LIST, act: (page) => byPalette(page, 'Search help'), shown: heading('Search help') },
  admin: byLink(LIST, '/admin', heading('Admin')),
  'admin-users': admin('users'),
  'admin-library': admin('library'),
  'admin-near-duplicates': admin('near-duplicates'),
  'admin-pdfs': admin('pdfs'),
  'admin-sources': admin('sources', '/admin/users'),
  'admin-audit': admin('audit'),
};

/** Signs in without the page, in a session of its own. */
export async function startSession({ request }: BrowserContext, url: string): Promise<void> {
  const { data } = await (await request.get(`${url}/api/v1/auth/csrf`)).json();
  const headers = { 'x-csrf-token': data.csrf_token };
  expect((await request.post(`${url}/api/v1/auth/login`, { headers, data: ACCOUNT })).status()).toBe(200);
}
