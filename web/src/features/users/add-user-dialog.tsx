import { PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts as common } from '../../texts/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { addUser } from './change-users.ts';

const { users: texts } = adminTexts;

export function AddUserDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (email: string) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: addUser,
    onSuccess: ({ email }) => {
      onAdded(email);
      onClose();
    },
  });
  const rejected = {
    email: fieldError(error, 'user_exists', 'validation_error'),
    password: fieldError(error, 'invalid_password'),
  };
  return (
    <Dialog onClose={onClose} title={texts.add}>
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
            label={common.account.email}
            autoComplete="off"
            error={rejected.email}
            data-autofocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label={common.account.password}
            description={texts.passwordRule}
            autoComplete="new-password"
            error={rejected.password}
            required
            withAsterisk={false}
          />
          <Switch name="admin" label={texts.makeAdmin} description={texts.makeAdminHint} />
          <ProblemText error={(rejected.email ?? rejected.password) ? null : error} />
          <DialogButtons submit={texts.confirmAdd} isBusy={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
