import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkRepair } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { Switch } from '../../ui/choice.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { usersQuery } from '../users/users-query.ts';
import classes from './link-scope.module.css';

const { links: texts } = repairTexts;
const ALL_USERS = 'all';

export type Scope = Pick<LinkRepair, 'scope_mode' | 'user_id' | 'scholar_profile_ids' | 'gc_orphan_publications'>;

/** The scope of a link repair: all users, one user, or some of this user's scholars. */
export function LinkScope({ scope, onChange }: { scope: Scope; onChange: (next: Scope) => void }) {
  const { data: page } = useQuery(usersQuery);
  const [scholars, setScholars] = useState('');
  const { gc_orphan_publications: isCollecting = false, scope_mode: mode } = scope;
  return (
    <Stack gap="sm" className={classes.scope}>
      <Select
        label={texts.library}
        value={scope.user_id ?? ALL_USERS}
        onChange={({ currentTarget: { value } }) => {
          setScholars('');
          const common = { gc_orphan_publications: isCollecting };
          onChange(
            value === ALL_USERS
              ? { ...common, scope_mode: 'all_users' }
              : { ...common, scope_mode: 'single_user', user_id: Number(value) },
          );
        }}
        data={[
          { value: ALL_USERS, label: texts.allUsers },
          ...(page?.users ?? []).map(({ id, email }) => ({ value: String(id), label: email })),
        ]}
      />
      {mode === 'single_user' && (
        <TextInput
          label={texts.scholars}
          hint={texts.scholarsHint}
          inputMode="numeric"
          value={scholars}
          onChange={({ currentTarget: { value } }) => {
            setScholars(value);
            onChange({ ...scope, scholar_profile_ids: readIds(value) });
          }}
        />
      )}
      <Switch
        label={texts.orphans}
        hint={texts.orphansHint}
        checked={isCollecting}
        onChange={({ currentTarget }) => onChange({ ...scope, gc_orphan_publications: currentTarget.checked })}
      />
    </Stack>
  );
}

/** The ids in the typed text, or null without any. */
function readIds(typed: string): number[] | null {
  const ids = (typed.match(/\d+/g) ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return ids.length === 0 ? null : [...new Set(ids)];
}
