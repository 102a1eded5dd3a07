import { useMutation } from '@tanstack/react-query';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts as common } from '../../texts/en.ts';
import { Switch } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldError } from '../../ui/field-problems.ts';
import { Stack } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
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
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={common.account.email}
            autoComplete="off"
            error={rejected.email}
            data-autofocus
            required
          />
          <PasswordInput
            name="password"
            label={common.account.password}
            hint={texts.passwordRule}
            autoComplete="new-password"
            error={rejected.password}
            required
          />
          <Switch name="admin" label={texts.makeAdmin} hint={texts.makeAdminHint} />
          <ProblemText error={(rejected.email ?? rejected.password) ? null : error} />
          <DialogButtons submit={texts.confirmAdd} isBusy={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
