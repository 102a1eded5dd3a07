import type { Publication } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { SeenRequest } from '../jobs/source-relay.ts';
import type { Client } from './client.ts';
import { strike } from './due.ts';
import { follow } from './follow.ts';
import { until } from './wait.ts';

export const TITLE = 'Slow convergence of adaptive lattices under partial observation';
/** A publication without any identifier. */
export const PLAIN: Partial<Publication> = {
  title: TITLE,
  authors: ['A Bauer', 'JK Okafor'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  doi: null,
  arxivId: null,
};
/** A publication that no source knows. */
export const unknown = (n: number): Partial<Publication> => ({
  ...PLAIN,
  title: `${TITLE}, number ${n}`,
  oddity: 'unlisted',
});

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
export type Shown = any;

/** Waits until a user has this many publications, each searched to the end so many times. Returns them by title. */
export async function untilEnriched(client: Client, count: number, times = 1): Promise<Shown[]> {
  return until(async () => {
    const publications = await listShown(client);
    const isOver = (one: Shown) => one.pdf_attempt_count >= times;
    expect(publications.map(isOver)).toEqual(Array(count).fill(true));
    return publications;
  });
}

export async function listShown(client: Client): Promise<Shown[]> {
  return (await client.ok('GET', '/publications?page_size=500&sort_by=title&sort_dir=asc')).publications;
}

/** The details of a publication. */
export async function showPublication(client: Client, title: string): Promise<Shown> {
  const found = (await listShown(client)).find((one) => one.title === title);
  return client.ok('GET', `/publications/${found?.publication_id}`);
}

/** The identifiers of a publication as `doi by openalex 0.95`, the highest confidence first. */
export async function listIdentifiers(client: Client, title: string): Promise<string[]> {
  const { identifiers } = await showPublication(client, title);
  return identifiers.map((one: Shown) => `${one.kind} by ${one.source} ${one.confidence_score}`);
}

/** The DOIs of a publication, the highest confidence first. */
export async function listDois(client: Client, title: string): Promise<Shown[]> {
  const { identifiers } = await showPublication(client, title);
  return identifiers.filter(({ kind }: Shown) => kind === 'doi');
}

/** Whether a source has a cooldown, as administrators see it. */
export async function showSource(client: Client, name: string): Promise<Shown> {
  const { sources } = await client.ok('GET', '/admin/sources');
  return sources.find(({ source }: Shown) => source === name);
}

/** The events of a run that has ended. */
export async function replay(client: Client, runId: number): Promise<{ event: string; data: Shown }[]> {
  const follower = await follow(client, runId);
  expect(await follower.over).toBe('ended');
  return [...follower.events];
}

/** Sets what was spent of a source's shared budget, and when it resets. */
export async function putBudget(db: Database, source: string, spent: number, resetsInHours = 3): Promise<void> {
  await sql`
    insert into source_states (source, spent, resets_at) values (${source}, ${spent}, now() + make_interval(hours => ${resetsInHours}))
    on conflict (source, credential) do update set spent = excluded.spent, resets_at = excluded.resets_at`.execute(db);
}

/** Lets so many hours pass for the cached responses of sources. */
export async function ageResponses(db: Database, hours: number): Promise<void> {
  await sql`
    update source_responses set asked_at = asked_at - make_interval(hours => ${hours}), expires_at = expires_at - make_interval(hours => ${hours})`.execute(
    db,
  );
}

/** Queues the search for all publications again, as the scheduler does when they are due. */
export async function searchAgain(db: Database): Promise<void> {
  await sql`update enrichment set next_attempt_at = now() - interval '1 second'`.execute(db);
  await strike(db);
}

/**
 * Asserts that requests keep this interval in milliseconds. On a busy machine one may arrive late and seem close to the
 * next. But all of them together take their time, and none follows another at once.
 */
export function expectDistance(requests: readonly SeenRequest[], milliseconds: number): void {
  const gaps = requests.slice(1).map(({ at }, before) => at - (requests[before]?.at ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  expect(mean, String(gaps)).toBeGreaterThanOrEqual(0.7 * milliseconds);
  expect(Math.min(...gaps), String(gaps)).toBeGreaterThanOrEqual(0.25 * milliseconds);
}
