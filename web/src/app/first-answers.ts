import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { countsQuery } from '../features/publications/counts-query.ts';
import { readDensity } from '../features/publications/density.ts';
import { headQuery, PAGE_SIZE } from '../features/publications/list-query.ts';
import { isToday, queryOf, readListSearch } from '../features/publications/list-search.ts';
import { todayQuery } from '../features/publications/today-query.ts';
import { runsPath, runsQuery } from '../features/runs/runs-query.ts';
import { firstScholarsPath, firstScholarsQuery, scholarQuery } from '../features/scholars/scholars-query.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';
import { viewsQuery } from '../features/views/views-query.ts';

/** The answers of the service that the first page needs, by the path of each. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The element of the page with the {@link Answers}. */
export const ANSWERS_ID = 'answers';

interface FirstRequest {
  readonly path: string;
  /** of the query that holds the answer */
  readonly queryKey: QueryKey;
  /** the part of the answer that the query holds; all of it if undefined */
  readonly part?: string;
}

/** What the first page requests. */
function firstRequests(search: Record<string, unknown>, cookies: string): FirstRequest[] {
  const listSearch = readListSearch(search);
  const query = queryOf(listSearch, readDensity(cookies));
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
    ...(isToday(listSearch) ? [{ path: '/api/v1/publications/today', queryKey: todayQuery.queryKey }] : []),
    ...(listSearch.scholar === undefined
      ? []
      : [{ path: `/api/v1/scholars/${listSearch.scholar}`, queryKey: scholarQuery(listSearch.scholar).queryKey }]),
    { path: '/api/v1/views', queryKey: viewsQuery.queryKey, part: 'views' },
    { path: runsPath, queryKey: runsQuery.queryKey },
    { path: firstScholarsPath, queryKey: firstScholarsQuery.queryKey, part: 'scholars' },
  ];
}

/** The paths that the service answers together with the page. */
export function firstPaths(search: Record<string, unknown>, cookies: string): string[] {
  return firstRequests(search, cookies).map(({ path }) => path);
}

/**
 * Puts the answers that came with the page where the application looks for them. They were given `at` a time in
 * milliseconds.
 */
export function seedAnswers(
  queryClient: QueryClient,
  { search, cookies, answers, at }: { search: Record<string, unknown>; cookies: string; answers: Answers; at: number },
): void {
  for (const { path, queryKey, part } of firstRequests(search, cookies)) {
    const answer = answers[path];
    if (answer === undefined) continue;
    queryClient.setQueryData(queryKey, part === undefined ? answer : answer[part], { updatedAt: at });
  }
}
