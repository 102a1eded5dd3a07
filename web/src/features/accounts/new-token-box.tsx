import { Button, Text, TextInput, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CreatedToken } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { copyTexts } from '../../texts/en/copy.ts';
import classes from './account-list.module.css';

const texts = accountTexts.tokens;

/** Scrolls the whole box into view, not only the focused heading. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** Shows the secret of a new token, which is the only time that it is shown. */
export function NewTokenBox({ token, onDone }: { token: CreatedToken; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(token.token);
      setCopyStatus(copyTexts.copied);
    } catch {
      // a page loaded over plain HTTP has no clipboard
      setCopyStatus(copyTexts.selected);
    }
  };
  return (
    <div className={classes.made}>
      <Title order={3} size="h5" tabIndex={-1} ref={takeFocus} dir="auto">
        {texts.newTitle(token.name)}
      </Title>
      <Text size="sm">{texts.newHint}</Text>
      <div className={classes.copy}>
        <TextInput
          ref={field}
          readOnly
          label={texts.token}
          value={token.token}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="default" onClick={() => void copy()}>
          {copyTexts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
      <Text size="sm" role="status">
        {copyStatus}
      </Text>
    </div>
  );
}
