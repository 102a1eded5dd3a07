import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readLines } from '../features/references/read-lines.ts';
import { ReferenceResults } from '../features/references/reference-results.tsx';
import classes from '../features/references/references.module.css';
import { useReferences } from '../features/references/use-references.ts';
import { referenceTexts as texts } from '../texts/en/references.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Group } from '../ui/layout.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';
import { TextArea } from '../ui/text-input.tsx';

const MAX_REFERENCES = 100;
const route = getRouteApi('/inside/add');

/** Adds papers by identifiers and addresses, after showing what they are. A shared address is looked up at once. */
export function AddPage() {
  const { shared = '' } = route.useSearch();
  const shown = useRef<HTMLElement>(null);
  const [text, setText] = useState(shared);
  const { send, resultOf, error, isPending } = useReferences();
  useEffect(() => {
    if (shared !== '') send([shared], true);
  }, [shared, send]);
  const lines = readLines(text);
  // only of what the text says now
  const results = lines.flatMap((line) => resultOf(line) ?? []);
  const found = results.filter(({ status }) => status === 'found').map(({ reference }) => reference);
  const isTooMany = lines.length > MAX_REFERENCES;
  const replace = (reference: string, doi: string) => {
    setText(lines.map((line) => (line === reference ? doi : line)).join('\n'));
    send([doi], true);
  };
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <div className={classes.page}>
        <Text tone="quiet">{texts.hint}</Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send(lines, true);
          }}
        >
          <TextArea
            label={texts.label}
            hint={texts.fieldHint}
            error={isTooMany && texts.tooMany(lines.length)}
            rows={4}
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Group data-mt="sm">
            <Button
              type="submit"
              look={found.length > 0 ? undefined : 'primary'}
              disabled={isPending || lines.length === 0 || isTooMany}
            >
              {texts.find}
            </Button>
            {found.length > 0 && (
              <Button look="primary" disabled={isPending} onClick={() => send(found, false)}>
                {texts.add(found.length)}
              </Button>
            )}
          </Group>
        </form>
        <Text role="status">{isPending ? texts.finding : results.length > 0 ? texts.summary(results) : ''}</Text>
        <ProblemText error={error} />
        {results.length > 0 && <ReferenceResults results={results} onReplace={replace} />}
        <details>
          <summary>{texts.elsewhere}</summary>
          <Text isSmall tone="quiet" data-mt="xs">
            {texts.elsewhereHint}
          </Text>
          <code ref={shown} className={classes.bookmark}>
            {bookmark()}
          </code>
          <CopyButton text={bookmark()} what="bookmark" shownIn={shown} />
        </details>
      </div>
    </Page>
  );
}

/** The address of a bookmark that opens this page with the address of the page that one is on. */
function bookmark(): string {
  return `javascript:location.href='${location.origin}/add?url='+encodeURIComponent(location.href)`;
}
