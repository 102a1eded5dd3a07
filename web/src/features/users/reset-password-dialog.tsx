import { useMutation } from '@tanstack/react-query';
import type { User } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts as common } from '../../texts/en.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { Stack } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { resetPassword } from './change-users.ts';

const { users: texts } = adminTexts;

/** Resets a password. With `isSelf`, the current session stays and all others end. */
export function ResetPasswordDialog(props: { user: User; isSelf: boolean; onClose: () => void }) {
  const { user, isSelf, onClose } = props;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password: string) => resetPassword(user, password),
  });
  const rejected = fieldError(error, 'invalid_password');
  return (
    <Dialog onClose={onClose} title={texts.reset}>
      {isSuccess ? (
        <Stack>
          <Alert tone="good" role="status">
            {isSelf ? texts.resetDoneSelf : texts.resetDone}
          </Alert>
          <Button autoFocus onClick={onClose}>
            {common.close}
          </Button>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate(String(new FormData(event.currentTarget).get('password')));
          }}
        >
          <Stack>
            <Text>
              <bdi>{user.email}</bdi>
            </Text>
            <Text>{isSelf ? texts.resetHintSelf : texts.resetHint}</Text>
            <input type="hidden" name="email" autoComplete="username" value={user.email} />
            <PasswordInput
              name="password"
              label={accountTexts.newPassword}
              hint={texts.passwordRule}
              autoComplete="new-password"
              error={rejected}
              data-autofocus
              required
            />
            <ProblemText error={rejected ? null : error} />
            <DialogButtons submit={texts.confirmReset} isBusy={isPending} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
