// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

const EXPORT = '/publications/export';

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

/** Opens the list and goes to the first row. */
async function openList(path = '/?view=all') {
  const { user } = renderApp(path, service);
  await findRow(2);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  return user;
}

const copied = () => navigator.clipboard.readText();
const queries = () => service.callsTo(EXPORT).map(({ query }) => Object.fromEntries(query));

/** The names and texts of the files that the application saves. */
function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = [];
  let latest: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    latest = file as Blob;
    return 'blob:file';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (latest) saved.push({ name: this.download, file: latest });
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

test('c copies the BibTeX of the current publication and says which', async () => {
  const user = await openList();
  await user.keyboard('c');
  await screen.findByText('Copied BibTeX of key1.');
  expect(await copied()).toBe('@misc{key1,\n}\n');
  expect(queries()).toEqual([{ format: 'bibtex', ids: '1' }]);
});

test('c copies the BibTeX of the selection', async () => {
  const user = await openList();
  await user.keyboard('JJc');
  await screen.findByText('Copied BibTeX of 3 publications.');
  expect(queries()).toEqual([{ format: 'bibtex', ids: '1,2,3' }]);
});

test('a refused copy is shown', async () => {
  const user = await openList();
  service.refuse(EXPORT, 404);
  await user.keyboard('c');
  await screen.findByText('The service refuses.');
});

test('Cite shows the BibTeX, copies it and downloads each format under the name of the key', async () => {
  const user = await openList();
  const files = savedFiles();
  await user.keyboard('o');
  await user.click(await screen.findByRole('button', { name: 'Cite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cite' }));
  await dialog.findByText(/@misc\{key1/);
  await user.click(dialog.getByRole('button', { name: 'Copy BibTeX' }));
  await dialog.findByText('Copied.');
  expect(await copied()).toContain('@misc{key1,');
  for (const [name, ending] of Object.entries({
    BibTeX: 'bib',
    RIS: 'ris',
    'CSL JSON': 'json',
    CSV: 'csv',
    'Markdown (zip)': 'zip',
  })) {
    await user.click(dialog.getByRole('button', { name }));
    await dialog.findByText(`Saved key1.${ending}.`);
  }
  expect(files.map(({ name }) => name)).toEqual(['key1.bib', 'key1.ris', 'key1.json', 'key1.csv', 'key1.zip']);
});

test('Export… downloads what the list shows, or the selection', async () => {
  const user = await openList('/?view=unread&sort=year&q=paper');
  savedFiles();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Export…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export citations' }));
  dialog.getByText('Exports 3 publications.');
  await user.click(dialog.getByRole('button', { name: 'RIS' }));
  await dialog.findByText(/^Saved lectern-\d{4}-\d\d-\d\d\.ris\.$/);
  expect(queries().at(-1)).toEqual({
    ...{ format: 'ris', mode: 'unread', search: 'paper', sort_by: 'year', sort_dir: 'desc', with_running: 'true' },
    // what was read since the list was opened is still shown
    ...{ snapshot: '112-103-18', keep_read: 'true' },
  });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await findRow(0);
  await user.keyboard('jx');
  await screen.findByText('1 selected');
  const bar = within(screen.getByRole('region', { name: 'Select' }));
  await user.click(bar.getByRole('button', { name: 'Export…' }));
  const second = within(await screen.findByRole('dialog', { name: 'Export citations' }));
  await user.click(second.getByRole('button', { name: 'CSV' }));
  await second.findByText(/\.csv\.$/);
  expect(queries().at(-1)).toMatchObject({ format: 'csv', ids: expect.stringMatching(/^\d$/) });
});

test('an open publication has metadata for Zotero, which is notified of each change', async () => {
  const heard: string[] = [];
  const listen = () => heard.push(coins()?.get('rft.atitle') ?? '');
  document.addEventListener('ZoteroItemUpdated', listen);
  onTestFinished(() => document.removeEventListener('ZoteroItemUpdated', listen));
  const coins = () => {
    const marks = document.querySelectorAll('span.Z3988');
    expect(marks.length).toBeLessThanOrEqual(1);
    return marks[0] ? new URLSearchParams(marks[0].getAttribute('title') ?? '') : null;
  };
  const user = await openList();
  expect(coins()).toBeNull();
  await user.keyboard('o');
  await waitFor(() => expect(heard).toContain('Paper 1'));
  await user.keyboard('j');
  await waitFor(() => expect(heard.at(-1)).toBe('Paper 2'));
});

test('a paper without an open PDF is asked for at the library: by its link resolver, or else by its proxy', async () => {
  service.publications = papers(3).map((one, at) => ({
    ...one,
    doi: '10.1000/a(1)',
    pdf_url: at === 2 ? 'https://x.example/1.pdf' : null,
  }));
  const open = async () => {
    const user = await openList();
    await user.keyboard('o');
    return user;
  };
  const user = await open();
  const link = async () =>
    new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'At your library' })).href);
  const { origin, searchParams } = await link();
  expect([origin, searchParams.get('url_ver'), searchParams.get('rft_id')]).toEqual([
    ...['https://resolver.example.org', 'Z39.88-2004', 'info:doi/10.1000/a(1)'],
  ]);
  await user.keyboard('jj');
  await screen.findByRole('link', { name: 'Open PDF' });
  expect(screen.queryByRole('link', { name: 'At your library' })).toBeNull();
  closeApp();
  const { policy } = service.settings;
  service.settings = {
    ...service.settings,
    policy: { ...policy, link_resolver: null },
    proxy_prefix: 'https://login.proxy.example/login?url=',
  };
  await open();
  expect((await link()).href).toBe('https://login.proxy.example/login?url=https://doi.org/10.1000/a(1)');
});
