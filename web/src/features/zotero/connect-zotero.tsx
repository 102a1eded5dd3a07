import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import classes from './zotero.module.css';
import { saveKey } from './zotero-query.ts';

/** A form for the key, which is checked with Zotero when it is saved. */
export function ConnectZotero({ onConnected, onCancel }: { onConnected(name: string): void; onCancel?(): void }) {
  const [key, setKey] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveKey(key),
    onSuccess: ({ account }) => onConnected(account?.user_name ?? ''),
  });
  return (
    <form
      className={classes.connect}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <PasswordInput
        label={texts.key}
        hint={
          <>
            {texts.keyHint}{' '}
            <a href={texts.keyAddress} target="_blank" rel="noreferrer">
              {texts.createKey}
            </a>
          </>
        }
        autoComplete="off"
        autoFocus={onCancel !== undefined}
        spellCheck={false}
        required
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <Group data-mt="sm">
        <BusyButton type="submit" isBusy={isPending}>
          {texts.connect}
        </BusyButton>
        {onCancel && <Button onClick={onCancel}>{texts.keepKey}</Button>}
      </Group>
      <ProblemText error={error} />
    </form>
  );
}
