import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, defaultParseSearch, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { findStart } from '../features/views/start-view.ts';
import { type Answers, firstPaths, seedAnswers } from './first-answers.ts';
import { makeRouter } from './router.tsx';

// The part of the application that the service runs: it renders the first page, so that it can be read before its code
// has arrived.

/** The paths of the API whose answers the page at an address (`/?view=unread`) needs. */
export function pathsOf(address: string, cookies: string): string[] {
  return firstPaths(searchOf(address), cookies);
}

/**
 * The HTML of the page at an address for a user, from the answers to {@link pathsOf}; or the address of the view at the
 * start, in place of `/`.
 */
export async function render(
  address: string,
  cookies: string,
  answers: Answers,
): Promise<{ readonly html: string } | { readonly redirectTo: string }> {
  // nothing is kept between requests, which are of different users
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  seedAnswers(queryClient, { search: searchOf(address), cookies, answers, at: Date.now() });
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  const start = address === '/' ? await findStart(queryClient) : null;
  if (start) return { redirectTo: router.buildLocation({ to: '/', search: start }).href };
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  queryClient.clear();
  return { html };
}

function searchOf(address: string): Record<string, unknown> {
  return defaultParseSearch(new URL(address, 'http://page').search);
}
