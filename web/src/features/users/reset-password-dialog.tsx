import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { User } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { resetPassword } from './change-users.ts';
import { refusalAt } from './refusal-at.ts';

const { users: said } = adminTexts;

/** `isSelf`: the administrator's own session goes on, all others end. */
export function ResetPasswordDialog(props: { user: User; isSelf: boolean; onClose: () => void }) {
  const { user, isSelf, onClose } = props;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password: string) => resetPassword(user, password),
  });
  const refused = refusalAt(error, 'invalid_password');
  return (
    <Dialog onClose={onClose} title={said.reset}>
      {isSuccess ? (
        <Stack gap="md">
          <Alert color="green" variant="light" role="status">
            {isSelf ? said.resetDoneSelf : said.resetDone}
          </Alert>
          <Button variant="default" w="fit-content" autoFocus onClick={onClose}>
            {texts.close}
          </Button>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate(String(new FormData(event.currentTarget).get('password')));
          }}
        >
          <Stack gap="md">
            <Text>
              <bdi>{user.email}</bdi>
            </Text>
            <Text size="sm">{isSelf ? said.resetHintSelf : said.resetHint}</Text>
            <input type="hidden" name="email" autoComplete="username" value={user.email} />
            <PasswordInput
              name="password"
              label={accountTexts.newPassword}
              description={said.passwordRule}
              autoComplete="new-password"
              error={refused}
              data-autofocus
              required
              withAsterisk={false}
            />
            <ProblemText error={refused ? null : error} />
            <Group>
              <BusyButton type="submit" isBusy={isPending}>
                {said.resetNow}
              </BusyButton>
              <Button variant="default" onClick={onClose}>
                {texts.cancel}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
