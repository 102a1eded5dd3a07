import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { headQuery } from '../features/publications/list-query.ts';
import { queryOf, readListSearch } from '../features/publications/list-search.ts';
import { loadPagesAhead, router } from './router.tsx';
import { theme } from './theme.ts';

// the list is asked for together with who is signed in, not after it; to whom is not, it is refused, and asked for anew later
if (location.pathname === '/') {
  const search = readListSearch(router.options.parseSearch(location.search));
  void queryClient.prefetchQuery({ ...headQuery(queryOf(search)), retry: false });
}

const AHEAD_AFTER_MS = 5000;

// nothing is said before the first page is there
const Notices = lazy(async () => ({ default: (await import('../ui/notices.tsx')).Notices }));

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

// `withCssVariables` and `withGlobalClasses` would write style elements, which the service's policy refuses: theme.css has what they would say
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

setTimeout(loadPagesAhead, AHEAD_AFTER_MS);
