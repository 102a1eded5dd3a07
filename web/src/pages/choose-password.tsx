import { useSuspenseQuery } from '@tanstack/react-query';
import { ChangePasswordForm } from '../features/accounts/change-password-form.tsx';
import { SessionOverDialog } from '../features/accounts/session-over-dialog.tsx';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { signOut } from '../features/accounts/sign-out.ts';
import { accountTexts } from '../texts/en/account.ts';
import { Button } from '../ui/button.tsx';
import { OutsidePage } from '../ui/outside-page.tsx';
import { reportFailure } from '../ui/undo.ts';

const texts = accountTexts.choose;

/** Replaces the password that an administrator set. Afterwards the page that the user wanted appears in its place. */
export function ChoosePasswordPage() {
  // the user may have replaced it in another tab
  const { data: session } = useSuspenseQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  if (session === null) return null;
  const { email } = session.user;
  return (
    <OutsidePage title={texts.title} windowTitle={texts.windowTitle} intro={texts.intro(email)}>
      <ChangePasswordForm email={email} isTemporary />
      <Button look="quiet" isWide data-mt="sm" onClick={() => reportFailure(signOut())}>
        {accountTexts.signOut}
      </Button>
      {session.isOver && <SessionOverDialog />}
    </OutsidePage>
  );
}
