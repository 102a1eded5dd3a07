import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { settlePasswordRequest } from '../../api/password-request.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { texts as common } from '../../texts/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { Stack } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { sessionQuery } from './session-query.ts';

const texts = accountTexts.confirm;

/**
 * Asks for the password over the page, so that what the user typed stays. The change that needs it is then sent again.
 */
export function ConfirmPasswordDialog() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/api/v1/auth/confirm-password', { body: { current_password: password } })),
    onSuccess: () => settlePasswordRequest(true),
  });
  const wrong = fieldError(error, 'invalid_current_password');
  const cancel = () => settlePasswordRequest(false);
  return (
    <Dialog title={texts.title} onClose={cancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate(String(new FormData(event.currentTarget).get('password')));
        }}
        onChange={reset}
      >
        <Stack>
          <Text>{texts.hint}</Text>
          <input type="hidden" name="email" autoComplete="username" value={session?.user.email ?? ''} />
          <PasswordInput
            name="password"
            label={common.account.password}
            autoComplete="current-password"
            error={wrong && texts.wrong}
            data-autofocus
            required
          />
          <ProblemText error={wrong ? null : error} />
          <DialogButtons submit={texts.confirm} isBusy={isPending} onCancel={cancel} />
        </Stack>
      </form>
    </Dialog>
  );
}
