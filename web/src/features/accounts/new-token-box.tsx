import { Button, Text, TextInput, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { MadeToken } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import classes from './account-list.module.css';

const texts = accountTexts.tokens;

/** All of the box is to be seen, not its heading alone. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** The one time that a token is shown. */
export function NewTokenBox({ made, onDone }: { made: MadeToken; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(made.token);
      setTold(texts.copied);
    } catch {
      // a page that came over plain http has no clipboard
      setTold(texts.notCopied);
    }
  };
  return (
    <div className={classes.made}>
      <Title order={3} size="h5" tabIndex={-1} ref={takeFocus} dir="auto">
        {texts.newTitle(made.name)}
      </Title>
      <Text size="sm">{texts.newHint}</Text>
      <div className={classes.copy}>
        <TextInput
          ref={field}
          readOnly
          label={texts.token}
          value={made.token}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="default" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
      <Text size="sm" role="status">
        {told}
      </Text>
    </div>
  );
}
