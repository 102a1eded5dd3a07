import { readFileSync } from 'node:fs';
import { firstDay } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { CHANNEL_KINDS } from '../../src/channels/target.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { serviceOfFile, startService } from '../support/service.ts';
import { operations } from './openapi-description.ts';

const openService = serviceOfFile();

interface Command {
  readonly method: string;
  /** below /api/v1, with the names of shell variables */
  readonly path: string;
  /** JSON with the names of shell variables; undefined: none */
  readonly body: string | undefined;
}

const COMMAND = /^curl ([^$]*(?:\$\(csrf\)[^$]*)?)"?\$api(\/[^\s"]+)"?(?:\s+--json (['"])([\s\S]+?)\3)?$/gm;

function readPage(page: string): string {
  return readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
}

/** The requests of the curl commands on a page of docs/, in their order, without the sign-in. */
function readCommands(page: string): Command[] {
  const commands = [...readPage(page).replaceAll('\\\n', '').matchAll(COMMAND)].map(
    ([, flags = '', path = '', , body]) => ({
      method: /-X (\w+)/.exec(flags)?.[1] ?? (body === undefined ? 'GET' : 'POST'),
      path,
      body: body?.replaceAll('\\"', '"'),
    }),
  );
  return commands.filter(({ path }) => path !== '/auth/login');
}

test('the commands of notifications.md and webhooks.md add a channel of each kind', async () => {
  const commands = ['notifications.md', 'webhooks.md'].flatMap(readCommands);
  const bodies = commands.map(({ body = '' }) => JSON.parse(body));
  const hosts = bodies.flatMap(({ target }) => (target.url === undefined ? [] : [new URL(target.url).hostname]));
  const { admin } = await startService({
    env: {
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'l@lectern.example', PUBLIC_URL: 'https://lectern.example' },
      // a host that is allowed is not looked up
      OUTBOUND_ALLOW_HOSTS: hosts.join(','),
    },
  });
  expect(bodies.map(({ kind }) => kind)).toEqual(CHANNEL_KINDS);
  for (const { method, path, body = '' } of commands)
    await admin.ok(method, path, { body: JSON.parse(body), status: 201 });
});

test('the commands of persons.md have success, and are all that can be done with persons', async () => {
  const { admin, db } = await openService();
  const userId = await adminId(db);
  const [first = '', second = ''] = [...readPage('persons.md').matchAll(/search=(\w+)"/g)].map(([, id = '']) => id);
  expect(firstDay.scholars).toEqual(expect.arrayContaining([first, second]));
  const [scholar, other] = [await track(db, userId, first), await track(db, userId, second)];
  await savePageOf(db, scholar, makeRows(first, [0, 3]));
  const { publications } = await admin.ok('GET', '/publications');
  const values: Record<string, number> = { scholar, other, publication: publications[0].publication_id };
  const fill = (text: string) => text.replaceAll(/\$(\w+)/g, (_name, name: string) => String(values[name]));
  const commands = readCommands('persons.md');
  for (const { method, path, body } of commands)
    await admin.ok(method, fill(path), body === undefined ? {} : { body: JSON.parse(fill(body)) });
  const shown = commands.map(({ method, path }) =>
    `${method} /api/v1${path}`.replace('$scholar', '{id}').replace('$publication', '{publication_id}'),
  );
  const ofPersons = operations.filter(({ path }) => /\/(profiles|co-authors|join|rejected-publications)/.test(path));
  expect(shown).toEqual(expect.arrayContaining(ofPersons.map(({ name }) => name)));
  expect(ofPersons).toHaveLength(9);
});
