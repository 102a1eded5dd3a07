import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SetUpHint } from '../features/accounts/set-up-hint.tsx';
import { setUpQuery } from '../features/accounts/set-up-query.ts';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { setUpTexts } from '../texts/en/set-up.ts';
import { texts } from '../texts/en.ts';
import { OutsidePage } from '../ui/outside-page.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const { data: isSetUpRequired } = useQuery(setUpQuery);
  if (isSetUpRequired)
    return (
      <OutsidePage title={setUpTexts.title} windowTitle={setUpTexts.windowTitle} intro={setUpTexts.link.noUsers}>
        <SetUpHint />
      </OutsidePage>
    );
  return (
    <OutsidePage title={texts.account.signIn} windowTitle={texts.titles.signIn}>
      <SignInForm onDone={() => void navigate({ href: next ?? '/' })} />
    </OutsidePage>
  );
}
