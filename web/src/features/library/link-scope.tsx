import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkRepairBody } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { usersQuery } from '../users/users-query.ts';

const { links: said } = repairTexts;
const EVERYBODY = 'all';

export type Scope = Pick<LinkRepairBody, 'scope_mode' | 'user_id' | 'scholar_profile_ids' | 'gc_orphan_publications'>;

/** Whose links are looked at: everybody's, one user's, or those of some of this user's scholars. */
export function LinkScope({ scope, onChange }: { scope: Scope; onChange: (next: Scope) => void }) {
  const { data: page } = useQuery(usersQuery);
  const [scholars, setScholars] = useState('');
  const { gc_orphan_publications: isCollecting = false, scope_mode: mode } = scope;
  return (
    <Stack gap="sm" maw="26rem">
      <NativeSelect
        label={said.whose}
        value={scope.user_id ?? EVERYBODY}
        onChange={({ currentTarget: { value } }) => {
          setScholars('');
          const common = { gc_orphan_publications: isCollecting };
          onChange(
            value === EVERYBODY
              ? { ...common, scope_mode: 'all_users' }
              : { ...common, scope_mode: 'single_user', user_id: Number(value) },
          );
        }}
        data={[
          { value: EVERYBODY, label: said.everybody },
          ...(page?.users ?? []).map(({ id, email }) => ({ value: String(id), label: email })),
        ]}
      />
      {mode === 'single_user' && (
        <TextInput
          label={said.scholars}
          description={said.scholarsHint}
          inputMode="numeric"
          value={scholars}
          onChange={({ currentTarget: { value } }) => {
            setScholars(value);
            onChange({ ...scope, scholar_profile_ids: readIds(value) });
          }}
        />
      )}
      <Switch
        label={said.orphans}
        description={said.orphansHint}
        checked={isCollecting}
        onChange={({ currentTarget }) => onChange({ ...scope, gc_orphan_publications: currentTarget.checked })}
      />
    </Stack>
  );
}

/** The numbers in what was typed; null when there is none. */
function readIds(typed: string): number[] | null {
  const ids = (typed.match(/\d+/g) ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return ids.length === 0 ? null : [...new Set(ids)];
}
