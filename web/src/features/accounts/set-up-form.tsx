import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '../../api/query-client.ts';
import { setUpTexts as texts } from '../../texts/en/set-up.ts';
import { texts as common } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { fieldError, fieldProblems } from '../../ui/field-problems.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ACCOUNT_FIELDS, type AccountField, type AccountProblems, checkAccount } from './check-account.ts';
import classes from './set-up.module.css';
import { setUpQuery } from './set-up-query.ts';
import { setUp } from './sign-in.ts';

const FIELD = { className: classes.field, isHintBelow: true, required: true };

/** Creates the first administrator with the token of a set-up link. */
export function SetUpForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<AccountProblems>({});
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: setUp,
    onSuccess: onDone,
    onError: (refusal) => {
      showProblems(refusedFields(refusal));
      // somebody else may have set it up
      void queryClient.invalidateQueries(setUpQuery);
    },
    // do not keep token and password in the cache
    gcTime: 0,
  });
  const showProblems = (found: AccountProblems) => {
    // a screen reader reads the message together with the field that gets the focus, so the message must be there
    // before
    flushSync(() => setProblems(found));
    const wrong = firstOf(found);
    if (wrong !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const propsOf = (name: AccountField) => ({
    ...FIELD,
    name,
    error: problems[name],
    // whether two passwords are equal is about both
    onChange: () =>
      setProblems({ ...problems, [name]: undefined, ...(name === 'password' && { repeated: undefined }) }),
  });
  // a refused link says nothing about the next one
  const isOfThisLink = variables?.token === token && firstOf(refusedFields(error)) === undefined;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const read = (name: AccountField) => String(fields.get(name));
        const account = { email: read('email'), password: read('password') };
        const found = checkAccount({ ...account, repeated: read('repeated') });
        showProblems(found);
        if (firstOf(found) === undefined) mutate({ token, ...account });
      }}
    >
      <TextInput {...propsOf('email')} type="email" label={common.account.email} autoComplete="username" autoFocus />
      <PasswordInput
        {...propsOf('password')}
        label={common.account.password}
        // its message takes the place of the hint
        hint={problems.password === undefined && texts.passwordHint}
        autoComplete="new-password"
      />
      <PasswordInput {...propsOf('repeated')} label={texts.confirmPassword} autoComplete="new-password" />
      <BusyButton look="primary" type="submit" isWide data-mb="md" isBusy={isPending}>
        {texts.create}
      </BusyButton>
      {/* below the button, so that nothing moves when it appears */}
      <ProblemText error={isOfThisLink ? error : null} />
    </form>
  );
}

function firstOf(problems: AccountProblems): AccountField | undefined {
  return ACCOUNT_FIELDS.find((name) => problems[name] !== undefined);
}

/** What the service says about single fields. */
function refusedFields(error: Error | null): AccountProblems {
  return {
    email: fieldProblems(error).email && texts.wrong.email,
    password: fieldError(error, 'invalid_password'),
  };
}
