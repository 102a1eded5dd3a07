import './fonts.css';
import './theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { defaultParseSearch, RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { saveStoredDrafts } from '../features/notes/save-stored-drafts.ts';
import { keepForOffline, keptAtQuery, watchKeptAnswers } from '../features/offline/kept-answers.ts';
import { watchMarks } from '../features/publications/send-marks.ts';
import { watchStyles } from '../ui/load-part.ts';
import { Notices } from '../ui/notices.tsx';
import { useShownScheme } from '../ui/use-scheme.ts';
import { ANSWERS_ID, seedAnswers } from './first-answers.ts';
import { makeRouter, preloadPages } from './router.tsx';

const PRELOAD_AFTER_MS = 5000;

const router = makeRouter(queryClient);

function App() {
  const scheme = useShownScheme();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notices />
    </QueryClientProvider>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

watchStyles();
watchKeptAnswers();

const sent = document.getElementById(ANSWERS_ID);
if (sent !== null) {
  const keptAt = queryClient.getQueryData(keptAtQuery.queryKey);
  seedAnswers(queryClient, {
    search: defaultParseSearch(location.search),
    cookies: document.cookie,
    answers: JSON.parse(sent.textContent ?? '{}'),
    at: keptAt ? Date.parse(keptAt) : Date.now(),
  });
  sent.remove();
}
watchMarks();

// rendering replaces the page that the service sent, so wait until there is something to replace it with; no `await`,
// because other pages import this file and would wait for it
void router.load().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

setTimeout(async () => {
  await preloadPages(router);
  // not before all code of the list has arrived
  keepIfSignedIn();
  void saveStoredDrafts().catch(() => undefined);
  // what a reader leaves is what they look for later without a network
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepIfSignedIn();
  });
}, PRELOAD_AFTER_MS);

function keepIfSignedIn(): void {
  if (queryClient.getQueryData(sessionQuery.queryKey)) keepForOffline();
}
