import { Alert, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { accountTexts as texts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { sessionQuery } from './session-query.ts';
import { sessionsQuery } from './sessions-query.ts';

export function ChangePasswordForm({ email }: { email: string }) {
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
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <PasswordInput
          name="new"
          label={texts.newPassword}
          description={texts.passwordRule}
          autoComplete="new-password"
          minLength={12}
          required
          withAsterisk={false}
        />
        <PasswordInput
          name="confirmed"
          label={texts.confirmPassword}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <ProblemText error={error} />
        {isSuccess && <Alert role="status">{texts.passwordChanged}</Alert>}
        <BusyButton type="submit" variant="default" isBusy={isPending} w="fit-content">
          {texts.changePassword}
        </BusyButton>
      </Stack>
    </form>
  );
}
