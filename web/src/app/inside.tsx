import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { mustChoosePasswordQuery } from '../features/accounts/session-query.ts';
import { loadPage } from './load-page.ts';
import { Shell } from './shell.tsx';

const ChoosePasswordPage = lazy(async () => ({
  default: (await loadPage(() => import('../pages/choose-password.tsx'))).ChoosePasswordPage,
}));

/** What requires a session. With a temporary password, there is only the page that replaces it, at every address. */
export function Inside() {
  const { data: mustChoosePassword } = useQuery(mustChoosePasswordQuery);
  if (!mustChoosePassword) return <Shell />;
  return (
    <Suspense fallback={null}>
      <ChoosePasswordPage />
    </Suspense>
  );
}
