import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, setUpAccount } from './support/account.ts';
import { addScholars, smallScholars } from './support/add-scholars.ts';
import { checkPage } from './support/check-page.ts';
import { openBrowser, openPage } from './support/open-browser.ts';
import { setRequestDelay } from './support/set-request-delay.ts';
import { startWorld, type World } from './support/start-world.ts';

let world: World;
let browser: Browser;
/** receives webhooks, and answers with this status */
let receiver: Server;
let answer = 200;
let page: Page;
let browserErrors: string[];

beforeAll(async () => {
  receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(answer).end()));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  world = await startWorld({
    env: {
      // no mail is sent: nothing listens there
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'lectern@lectern.example',
      OUTBOUND_ALLOW_HOSTS: `127.0.0.1:${portOfReceiver()}`,
    },
  });
  browser = await openBrowser();
  ({ page, browserErrors } = await openPage(browser, { width: 1280 }));
  await setUpAccount(page, world);
  await setRequestDelay(page, 0);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
  receiver?.close();
});

const portOfReceiver = () => (receiver.address() as AddressInfo).port;

const dialog = () => page.getByRole('dialog');
const channel = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const closed = () => dialog().waitFor({ state: 'detached' });

/** Checks the page at both widths. */
async function checkBoth(name: string): Promise<void> {
  await checkPage(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page, name);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('sets up a daily mail in three clicks, changes, pauses, resumes and deletes it', async () => {
  await addScholars(page, world, smallScholars(world).slice(0, 2));
  await page.goto(`${world.url}/settings`);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByText('No channels yet').waitFor();
  await checkBoth('notifications-empty');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await checkBoth('channel-dialog');
  await dialog().getByRole('button', { name: 'Add channel' }).click();
  await closed();
  const mail = channel(ACCOUNT.email);
  await mail.getByText(/Everything · Every day at 07:00 \(UTC\)/).waitFor();
  await mail.getByRole('button', { name: 'Change: Mail' }).click();
  await dialog().getByLabel('Name').fill('Friday mail');
  await dialog().getByLabel('What', { exact: true }).selectOption('Only some scholars or views');
  await dialog().getByRole('group', { name: 'Scholars' }).getByRole('checkbox').first().check();
  await dialog().getByLabel('When', { exact: true }).selectOption('Weekly');
  await dialog().getByLabel('Day', { exact: true }).selectOption('Friday');
  await dialog().getByText('Kinds of news').click();
  await checkBoth('channel-dialog-more');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await closed();
  await channel('Friday mail')
    .getByText(/1 scholar · Every Friday at 07:00 \(UTC\) · Next message/)
    .waitFor();
  // the page shows it before the service has saved it
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Pause: Friday mail' }).click();
  await page.getByRole('button', { name: 'Resume: Friday mail' }).waitFor();
  await saved;
  await page.reload();
  await page.getByRole('button', { name: 'Resume: Friday mail' }).click();
  await page.getByRole('button', { name: 'Pause: Friday mail' }).waitFor();
  await page.getByRole('button', { name: 'Delete: Friday mail' }).click();
  await checkBoth('channel-delete');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No channels yet').waitFor();
  expect(browserErrors).toEqual([]);
});

test('shows the secret of a webhook once, why an address is refused, and what became of a message', async () => {
  await page.goto(`${world.url}/settings/notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await dialog().getByLabel('Send to').selectOption('Webhook');
  await dialog().getByLabel('URL').fill('http://127.0.0.1/hook');
  await dialog().getByRole('button', { name: 'Add channel' }).click();
  await dialog()
    .getByText('The URL leads to a private address. Ask the operator to add 127.0.0.1 to OUTBOUND_ALLOW_HOSTS.')
    .waitFor();
  await checkBoth('channel-refused');
  await dialog().getByLabel('URL').fill(`http://127.0.0.1:${portOfReceiver()}/lectern`);
  await dialog().getByRole('button', { name: 'Add channel' }).click();
  const secret = dialog().getByText(/^whsec_/);
  const text = (await secret.textContent()) ?? '';
  await checkBoth('channel-secret');
  await dialog().getByRole('button', { name: 'Done' }).click();
  await closed();
  await page.getByRole('button', { name: 'New signing secret: Webhook' }).click();
  await dialog().getByRole('button', { name: 'Make new secret' }).click();
  await secret.waitFor();
  expect(await secret.textContent()).not.toBe(text);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await closed();
  await page.reload();
  await channel(`127.0.0.1:${portOfReceiver()}…tern`).getByText('Everything · At once').waitFor();
  expect(await page.content()).not.toContain('whsec_');
  await page.getByRole('button', { name: 'Messages: Webhook' }).click();
  await page.getByText('No messages yet.').waitFor();
  const test = page.getByRole('button', { name: 'Send test message: Webhook' });
  await test.click();
  await page.getByText('Delivered.', { exact: true }).waitFor();
  answer = 500;
  await test.click();
  await page.getByText('Failed', { exact: true }).waitFor();
  await checkBoth('notifications');
  await page.reload();
  await channel('Webhook')
    .getByText(/^The last attempt failed: .*500/)
    .waitFor();
  // the refused address
  expect(browserErrors.filter((one) => !one.includes('422'))).toEqual([]);
});
