import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { keepForOffline, watchKeptAnswers } from '../features/offline/kept-answers.ts';
import { headQuery } from '../features/publications/list-query.ts';
import { queryOf, readListSearch } from '../features/publications/list-search.ts';
import { preloadPages, router } from './router.tsx';
import { theme } from './theme.ts';

watchKeptAnswers();

// request the list together with the session, not after it; without a session it is refused and requested again after signing in
if (location.pathname === '/') {
  const search = readListSearch(router.options.parseSearch(location.search));
  void queryClient.prefetchQuery({ ...headQuery(queryOf(search)), retry: false });
}

const PRELOAD_AFTER_MS = 5000;

// there are no notices before the first page is shown
const Notices = lazy(async () => ({ default: (await import('../ui/notices.tsx')).Notices }));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

// `withCssVariables` and `withGlobalClasses` would write style elements, which the content security policy forbids; theme.css has their styles
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

setTimeout(() => {
  preloadPages();
  keepIfSignedIn();
}, PRELOAD_AFTER_MS);

// what a reader leaves is what they look for later without a network
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') keepIfSignedIn();
});

function keepIfSignedIn(): void {
  if (queryClient.getQueryData(sessionQuery.queryKey)) keepForOffline();
}
