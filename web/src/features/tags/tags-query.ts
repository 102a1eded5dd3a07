import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Tag } from '../../api/shapes.ts';

/** The user's tags, ordered by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/tags', { signal }))).tags,
});

/** Whether two names are of one tag: without regard to case, accents and invisible characters, as in the service. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

export function foldName(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** The tag with a name; one that the service has not created yet has the id 0. */
export function tagNamed(name: string): Tag {
  const known = queryClient.getQueryData(tagsQuery.queryKey)?.find((tag) => isSameName(tag.name, name));
  return known ? { id: known.id, name: known.name, color: known.color } : { id: 0, name, color: 'gray' };
}

/** Sorts tags by name. */
export function sortTags(tags: readonly Tag[]): Tag[] {
  return [...tags].sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }));
}
