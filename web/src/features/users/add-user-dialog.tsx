import { Button, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { addUser } from './change-users.ts';
import { refusalAt } from './refusal-at.ts';

const { users: said } = adminTexts;

export function AddUserDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (email: string) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: addUser,
    onSuccess: ({ email }) => {
      onAdded(email);
      onClose();
    },
  });
  const refused = {
    email: refusalAt(error, 'user_exists', 'validation_error'),
    password: refusalAt(error, 'invalid_password'),
  };
  return (
    <Dialog onClose={onClose} title={said.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          mutate({
            email: String(fields.get('email')),
            password: String(fields.get('password')),
            is_admin: fields.has('admin'),
          });
        }}
      >
        <Stack gap="md">
          <TextInput
            name="email"
            type="email"
            label={texts.account.email}
            autoComplete="off"
            error={refused.email}
            data-autofocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label={texts.account.password}
            description={said.passwordRule}
            autoComplete="new-password"
            error={refused.password}
            required
            withAsterisk={false}
          />
          <Switch name="admin" label={said.makeAdmin} description={said.makeAdminHint} />
          <ProblemText error={(refused.email ?? refused.password) ? null : error} />
          <Group>
            <BusyButton type="submit" isBusy={isPending}>
              {said.addNow}
            </BusyButton>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
