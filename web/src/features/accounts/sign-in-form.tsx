import { useMutation } from '@tanstack/react-query';
import { texts } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { signIn } from './sign-in.ts';

/** With `email`, only this user can sign in, to continue an ended session. */
export function SignInForm({ email, onDone }: { email?: string; onDone: () => void }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn, onSuccess: onDone });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        mutate({ email: String(fields.get('email')), password: String(fields.get('password')) });
      }}
    >
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={texts.account.email}
          autoComplete="username"
          defaultValue={email}
          readOnly={email !== undefined}
          data-autofocus={email === undefined || undefined}
          autoFocus={email === undefined}
          required
        />
        <PasswordInput
          name="password"
          label={texts.account.password}
          autoComplete="current-password"
          data-autofocus={email !== undefined || undefined}
          required
        />
        <ProblemText error={error} />
        <BusyButton look="primary" type="submit" isWide isBusy={isPending}>
          {texts.account.signIn}
        </BusyButton>
      </Stack>
    </form>
  );
}
