import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SetUpForm } from '../features/accounts/set-up-form.tsx';
import { SetUpHint } from '../features/accounts/set-up-hint.tsx';
import { setUpQuery } from '../features/accounts/set-up-query.ts';
import { setUpTexts as texts } from '../texts/en/set-up.ts';
import { texts as common } from '../texts/en.ts';
import { LinkButton } from '../ui/button.tsx';
import { focusShown } from '../ui/focus-page.ts';
import { OutsidePage } from '../ui/outside-page.tsx';

/** The page of the set-up link, where the first administrator is created. */
export function SetUpPage() {
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') ?? '' });
  const navigate = useNavigate();
  // not requested at intervals, because the answer changes when the account is created, before this page is left
  const { data: isRequired = true } = useQuery({ ...setUpQuery, refetchInterval: false });
  if (!isRequired)
    return (
      <OutsidePage title={texts.done.title} windowTitle={texts.windowTitle} intro={texts.done.hint}>
        <LinkButton look="primary" href="/" isWide ref={focusShown}>
          {common.account.signIn}
        </LinkButton>
      </OutsidePage>
    );
  if (token === '')
    return (
      <OutsidePage title={texts.title} windowTitle={texts.windowTitle} intro={texts.link.noToken}>
        <SetUpHint />
      </OutsidePage>
    );
  return (
    <OutsidePage title={texts.first.title} windowTitle={texts.windowTitle} intro={texts.first.intro}>
      {/* the entry with the token leaves the history */}
      <SetUpForm token={token} onDone={() => void navigate({ to: '/', replace: true })} />
    </OutsidePage>
  );
}
