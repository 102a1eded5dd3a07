import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { texts } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
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
      <Stack gap="md">
        <TextInput
          size="md"
          name="email"
          type="email"
          label={texts.account.email}
          autoComplete="username"
          defaultValue={email}
          readOnly={email !== undefined}
          data-autofocus={email === undefined || undefined}
          autoFocus={email === undefined}
          required
          withAsterisk={false}
        />
        <PasswordInput
          size="md"
          name="password"
          label={texts.account.password}
          autoComplete="current-password"
          data-autofocus={email !== undefined || undefined}
          required
          withAsterisk={false}
        />
        <ProblemText error={error} />
        <BusyButton type="submit" size="md" isBusy={isPending}>
          {texts.account.signIn}
        </BusyButton>
      </Stack>
    </form>
  );
}
