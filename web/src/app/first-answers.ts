import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { countsQuery } from '../features/publications/counts-query.ts';
import { readDensity } from '../features/publications/density.ts';
import { headQuery, PAGE_SIZE } from '../features/publications/list-query.ts';
import { queryOf, readListSearch } from '../features/publications/list-search.ts';
import { todayQuery } from '../features/publications/today-query.ts';
import { runsPath, runsQuery } from '../features/runs/runs-query.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';

/** The answers of the service that the first page needs, by the path that asks for each. */
export type Answers = Readonly<Record<string, unknown>>;

/** The element of the page with the {@link Answers}. */
export const ANSWERS_ID = 'answers';

/** What the first page asks for: the path of each request, and the query that holds its answer. */
function firstRequests(search: Record<string, unknown>, cookies: string): { path: string; queryKey: QueryKey }[] {
  const listSearch = readListSearch(search);
  const query = { ...queryOf(listSearch), ...(readDensity(cookies) === 'abstracts' ? { with_abstract: true } : {}) };
  const list = new URLSearchParams(
    Object.entries({ ...query, page_size: PAGE_SIZE, with_running: true }).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  return [
    { path: '/api/v1/auth/me', queryKey: sessionQuery.queryKey },
    { path: '/api/v1/settings', queryKey: settingsQuery.queryKey },
    { path: `/api/v1/publications?${list}`, queryKey: headQuery(query).queryKey },
    { path: '/api/v1/publications?mode=today&page_size=1&with_running=true', queryKey: countsQuery.queryKey },
    ...(listSearch.view === undefined ? [{ path: '/api/v1/publications/today', queryKey: todayQuery.queryKey }] : []),
    { path: runsPath, queryKey: runsQuery.queryKey },
  ];
}

/** The paths that the service answers together with the page. */
export function firstPaths(search: Record<string, unknown>, cookies: string): string[] {
  return firstRequests(search, cookies).map(({ path }) => path);
}

/** Puts the answers that came with the page where the application looks for them. */
export function seedAnswers(
  queryClient: QueryClient,
  { search, cookies, answers }: { search: Record<string, unknown>; cookies: string; answers: Answers },
): void {
  for (const { path, queryKey } of firstRequests(search, cookies)) {
    if (answers[path] !== undefined) queryClient.setQueryData(queryKey, answers[path]);
  }
}
