import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewToken } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './account-list.module.css';
import { NewTokenBox } from './new-token-box.tsx';
import { tokensQuery } from './tokens-query.ts';

const texts = accountTexts.tokens;
const SCOPES = ['read', 'write', 'admin'] as const;
const DAYS = [30, 90, 365] as const;
const DEFAULT_DAYS = 90;
const NEVER = 'never';

/** Form for a new token. The secret then replaces the form and is shown once. */
export function CreateToken({ isAdmin }: { isAdmin: boolean }) {
  const [scope, setScope] = useState<NewToken['scope']>('read');
  const [expiry, setExpiry] = useState(String(DEFAULT_DAYS));
  const [hasCreated, setCreated] = useState(false);
  const { mutate, reset, data, isPending, error } = useMutation({
    mutationFn: (body: NewToken) => unwrap(api.POST('/api/v1/auth/tokens', { body })),
    onSuccess: () => {
      setCreated(true);
      return queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    // do not keep the secret in the cache
    gcTime: 0,
  });
  const needsPassword = scope === 'admin' || expiry === NEVER;
  if (data) return <NewTokenBox token={data} onDone={reset} />;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        mutate({
          name: String(fields.get('name')),
          scope,
          expires_in_days: expiry === NEVER ? null : Number(expiry),
          ...(needsPassword ? { current_password: String(fields.get('password')) } : {}),
        });
      }}
    >
      <TextInput
        // takes the focus back from the box that it replaces
        autoFocus={hasCreated}
        name="name"
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={100}
        autoComplete="off"
        required
      />
      <Select
        label={texts.scope}
        value={scope}
        data={SCOPES.filter((one) => one !== 'admin' || isAdmin).map((one) => ({
          value: one,
          label: texts.scopes[one],
        }))}
        onChange={({ currentTarget }) => setScope(SCOPES.find((one) => one === currentTarget.value) ?? 'read')}
      />
      <Select
        label={texts.expiry}
        value={expiry}
        data={[
          ...DAYS.map((days) => ({ value: String(days), label: texts.days(days) })),
          { value: NEVER, label: texts.never },
        ]}
        onChange={({ currentTarget }) => setExpiry(currentTarget.value)}
      />
      {needsPassword && (
        <div data-whole>
          <PasswordInput
            className={classes.password}
            name="password"
            label={texts.password}
            hint={texts.passwordHint}
            autoComplete="current-password"
            required
          />
        </div>
      )}
      <div data-whole>
        <ProblemText error={error} />
        <BusyButton type="submit" isBusy={isPending} data-mt={error ? 'sm' : undefined}>
          {texts.create}
        </BusyButton>
      </div>
    </form>
  );
}
