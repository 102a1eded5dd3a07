import { useRef, useState } from 'react';
import type { CreatedToken } from '../../api/shapes.ts';
import { accountTexts } from '../../texts/en/account.ts';
import { copyTexts } from '../../texts/en/copy.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
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
      <h3 tabIndex={-1} ref={takeFocus} dir="auto">
        {texts.newTitle(token.name)}
      </h3>
      <Text>{texts.newHint}</Text>
      <div className={classes.copy}>
        <TextInput
          ref={field}
          readOnly
          label={texts.token}
          value={token.token}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy()}>{copyTexts.copy}</Button>
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
      <Text role="status">{copyStatus}</Text>
    </div>
  );
}
