import { Window } from 'happy-dom';
import { expect } from 'vitest';
import type { Client } from './client.ts';

/** A public list as the API has it. */
export interface List {
  readonly id: number;
  readonly slug: string;
  readonly url: string;
  readonly name: string;
}

export async function publish(client: Pick<Client, 'ok'>, body: object): Promise<List> {
  return client.ok('POST', '/public-lists', { body, status: 201 });
}

/** What a stranger gets at the address of a list, with this ending. */
export async function read(list: List, ending = ''): Promise<string> {
  const response = await fetch(list.url + ending);
  expect(response.status).toBe(200);
  return response.text();
}

export type Page = ReturnType<typeof parse>;

/** A page as a browser reads it. No script runs. */
export function parse(html: string) {
  const window = new Window();
  return new window.DOMParser().parseFromString(html, 'text/html');
}

export async function open(list: List, ending = ''): Promise<Page> {
  return parse(await read(list, ending));
}

export const textsOf = (page: Page, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);

export const titlesOf = async (list: List) => textsOf(await open(list), '.lectern-title');
