import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import type { Service } from '../../support/service.ts';

/** A library with ten publications, sorted by title, and another user. */
export async function startTagged(openService: () => Promise<Service>) {
  const service = await openService();
  const { admin, db } = service;
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 10]));
  const list = (query = '') => admin.ok('GET', `/publications?sort_by=title&sort_dir=asc&${query}`);
  const ids: number[] = (await list()).publications.map((one: { publication_id: number }) => one.publication_id);
  const idOf = (at: number) => ids[at] ?? 0;
  const setTags = (at: number, tags: readonly string[]) =>
    admin.ok('PUT', `/publications/${idOf(at)}/tags`, { body: { tags } });
  const other = await service.newUser('other');
  return { ...service, scholar, list, ids, idOf, setTags, other };
}

export function namesOf({ tags }: { tags: readonly { name: string }[] }): string[] {
  return tags.map(({ name }) => name);
}
