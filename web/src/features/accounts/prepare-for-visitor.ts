import type { QueryClient } from '@tanstack/react-query';
import { setUpQuery } from './set-up-query.ts';

/**
 * Finds out whether there is a user, and loads the font of headings, so that sign-in and set-up do not change after
 * they are shown. A first visit has not kept the font yet. It never fails: without an answer, the page shows its form.
 */
export async function prepareForVisitor(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([
    queryClient.prefetchQuery(setUpQuery),
    document.fonts?.load('600 1em "Source Serif 4 Variable"'),
  ]);
}
