import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { formatDate } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import list from '../admin/list.module.css';
import { setActive } from './change-users.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import classes from './user-list.module.css';

const { users: texts } = adminTexts;

export function UserList({ users, ownId }: { users: readonly User[]; ownId: number | undefined }) {
  return (
    <ul className={list.list}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} isSelf={user.id === ownId} />
      ))}
    </ul>
  );
}

function describeTemporary(until: string, now: number): string {
  return Date.parse(until) > now ? texts.temporary(formatDate(until)) : texts.temporaryExpired;
}

function UserRow({ user, isSelf }: { user: User; isSelf: boolean }) {
  const [isResetting, setResetting] = useState(false);
  const activate = useMutation({ mutationFn: (isActive: boolean) => setActive(user, isActive) });
  const { email } = user;
  const now = useNow();
  return (
    <li className={list.item}>
      <div className={classes.row}>
        <div className={classes.who}>
          <span className={list.strong} dir="auto">
            {email}
          </span>{' '}
          {isSelf && <span className={list.quiet}>{texts.you}</span>}
          <div className={list.quiet}>
            {user.is_admin ? texts.admin : texts.user} · {texts.since(formatDate(user.created_at))} ·{' '}
            {user.is_active ? texts.active : texts.disabled}
            {user.temporary_password_until && ` · ${describeTemporary(user.temporary_password_until, now)}`}
          </div>
        </div>
        <Switch
          checked={user.is_active}
          aria-label={texts.allowSignIn(email)}
          onChange={({ currentTarget }) => activate.mutate(currentTarget.checked)}
        />
        <Button isSmall aria-label={texts.resetNamed(email)} onClick={() => setResetting(true)}>
          {texts.reset}
        </Button>
      </div>
      {activate.error && (
        <div className={classes.problem}>
          <ProblemText error={activate.error} />
        </div>
      )}
      {isResetting && <ResetPasswordDialog user={user} isSelf={isSelf} onClose={() => setResetting(false)} />}
    </li>
  );
}
