import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loadSignOut } from '../features/accounts/load-sign-out.ts';
import { mustChoosePasswordQuery } from '../features/accounts/session-query.ts';
import { signOutQuery } from '../features/accounts/sign-out-query.ts';
import { loadPage } from './load-page.ts';
import { Shell } from './shell.tsx';

const ChoosePasswordPage = lazy(async () => ({
  default: (await loadPage(() => import('../pages/choose-password.tsx'))).ChoosePasswordPage,
}));
const SignOutDialog = lazy(async () => ({ default: (await loadSignOut()).SignOutDialog }));
const SignOutPage = lazy(async () => ({ default: (await loadSignOut()).SignOutPage }));

/**
 * What requires a session. With a temporary password there is only the page that replaces it, at every address, and
 * after a sign-out that the service did not confirm, only the page that tries again.
 */
export function Inside() {
  const { data: mustChoosePassword } = useQuery(mustChoosePasswordQuery);
  const { data: signOut } = useQuery(signOutQuery);
  const isGone = signOut?.step === 'unreachable';
  return (
    <>
      {!mustChoosePassword && !isGone && <Shell />}
      <Suspense fallback={null}>
        {mustChoosePassword && !isGone && <ChoosePasswordPage />}
        {isGone && <SignOutPage />}
        {signOut?.step === 'asking' && <SignOutDialog unsavedNotes={signOut.unsavedNotes} />}
      </Suspense>
    </>
  );
}
