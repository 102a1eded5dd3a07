import { Alert, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { accountTexts as texts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
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
  const size = isTemporary ? 'md' : 'sm';
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
      <Stack gap="md" maw={420}>
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordInput
          name="current"
          size={size}
          label={isTemporary ? texts.choose.temporary : texts.currentPassword}
          autoFocus={isTemporary}
          autoComplete="current-password"
          error={wrong && (isTemporary ? texts.choose.wrong : wrong)}
          required
          withAsterisk={false}
        />
        <PasswordInput
          name="new"
          size={size}
          label={texts.newPassword}
          description={texts.passwordRule}
          autoComplete="new-password"
          minLength={12}
          error={rejected}
          required
          withAsterisk={false}
        />
        <PasswordInput
          name="confirmed"
          size={size}
          label={texts.confirmPassword}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <ProblemText error={rejected || wrong ? null : error} />
        {isSuccess && <Alert role="status">{texts.passwordChanged}</Alert>}
        {isTemporary ? (
          <BusyButton type="submit" size={size} fullWidth isBusy={isPending}>
            {texts.choose.submit}
          </BusyButton>
        ) : (
          <BusyButton type="submit" variant="default" isBusy={isPending} w="fit-content">
            {texts.changePassword}
          </BusyButton>
        )}
      </Stack>
    </form>
  );
}
