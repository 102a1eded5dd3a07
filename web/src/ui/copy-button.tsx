import { Button } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { copyTexts as texts } from '../texts/en/copy.ts';

type Outcome = 'copied' | 'marked';

/** Copies a text that is shown beside it; where there is no clipboard, as on plain http, it is marked for the keys of the system. */
export function CopyButton({ text, shownIn }: { text: string; shownIn: RefObject<HTMLElement | null> }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current);
      setOutcome('marked');
    }
  };
  return (
    <>
      <Button size="compact-xs" variant="default" aria-label={texts.copyRequest} onClick={() => void copy()}>
        {texts.copy}
      </Button>{' '}
      <span role="status">{outcome !== null && texts[outcome]}</span>
    </>
  );
}
