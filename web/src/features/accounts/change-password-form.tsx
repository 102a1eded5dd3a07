import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { accountTexts as texts } from '../../texts/en/account.ts';
import { Alert } from '../../ui/alert.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { Stack } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import classes from './account-list.module.css';
import { sessionQuery } from './session-query.ts';
import { sessionsQuery } from './sessions-query.ts';

/** With `isTemporary`, an administrator set the current password. */
export function ChangePasswordForm({ email, isTemporary = false }: { email: string; isTemporary?: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: { current_password: string; new_password: string; confirm_password: string }) =>
      unwrap(api.POST('/api/v1/auth/change-password', { body })),
    onSuccess: () => {
      form.current?.reset();
      return Promise.all([
        queryClient.invalidateQueries(sessionQuery),
        queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
      ]);
    },
  });
  const rejected = fieldError(error, 'invalid_password');
  const wrong = fieldError(error, 'invalid_current_password');
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const read = (name: string) => String(fields.get(name));
        mutate({
          current_password: read('current'),
          new_password: read('new'),
          confirm_password: read('confirmed'),
        });
      }}
    >
      <Stack className={classes.password}>
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordInput
          name="current"
          label={isTemporary ? texts.choose.temporary : texts.currentPassword}
          autoFocus={isTemporary}
          autoComplete="current-password"
          error={wrong && (isTemporary ? texts.choose.wrong : wrong)}
          required
        />
        <PasswordInput
          name="new"
          label={texts.newPassword}
          hint={texts.passwordRule}
          autoComplete="new-password"
          minLength={12}
          error={rejected}
          required
        />
        <PasswordInput name="confirmed" label={texts.confirmPassword} autoComplete="new-password" required />
        <ProblemText error={rejected || wrong ? null : error} />
        {isSuccess && <Alert role="status">{texts.passwordChanged}</Alert>}
        {isTemporary ? (
          <BusyButton look="primary" type="submit" isWide isBusy={isPending}>
            {texts.choose.submit}
          </BusyButton>
        ) : (
          <BusyButton type="submit" isBusy={isPending}>
            {texts.changePassword}
          </BusyButton>
        )}
      </Stack>
    </form>
  );
}
