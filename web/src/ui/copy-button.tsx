import { type RefObject, useState } from 'react';
import { copyTexts as texts } from '../texts/en/copy.ts';
import { Button } from './button.tsx';

type Outcome = 'copied' | 'selected';

/** Copies the text beside it. Without a clipboard, for example over plain HTTP, it selects the text instead. */
export function CopyButton(props: {
  text: string;
  what: keyof typeof texts.names;
  shownIn: RefObject<HTMLElement | null>;
}) {
  const { text, what, shownIn } = props;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current);
      setOutcome('selected');
    }
  };
  return (
    <>
      <Button isSmall aria-label={texts.names[what]} onClick={() => void copy()}>
        {texts.copy}
      </Button>{' '}
      <span role="status">{outcome !== null && texts[outcome]}</span>
    </>
  );
}
