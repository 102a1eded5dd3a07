import { useQuery } from '@tanstack/react-query';
import { mustChoosePasswordQuery } from '../features/accounts/session-query.ts';
import { signOutQuery } from '../features/accounts/sign-out-query.ts';
import { part } from '../ui/part.tsx';
import { Shell } from './shell.tsx';

const ChoosePasswordPage = part(async () => (await import('../pages/choose-password.tsx')).ChoosePasswordPage);
const SignOutDialog = part(async () => (await import('../features/accounts/sign-out-dialog.tsx')).SignOutDialog);
const SignOutPage = part(async () => (await import('../features/accounts/sign-out-page.tsx')).SignOutPage);

/** Loads what a sign-out shows, so that it is there when the service cannot be reached. */
export async function preloadSignOut(): Promise<void> {
  await Promise.all([SignOutDialog.preload(), SignOutPage.preload()]);
}

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
      {mustChoosePassword && !isGone && <ChoosePasswordPage />}
      {isGone && <SignOutPage />}
      {signOut?.step === 'asking' && <SignOutDialog unsaved={signOut.unsaved} />}
    </>
  );
}
