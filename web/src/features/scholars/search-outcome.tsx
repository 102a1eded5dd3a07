import { Alert, Button, Text } from '@mantine/core';
import type { NameSearch } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { formatDistance, formatTime } from '../../ui/format.ts';

const texts = scholarsTexts.search;
const MINUTE_MS = 60_000;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z/g;

/** What came of a search, as honestly as the service tells it: who answered, who did not and why, and what to do now. */
export function SearchOutcome({ answer, onAskAgain }: { answer: NameSearch; onAskAgain(): void }) {
  const { state, warnings, action_hint: hint, retry_at: retryAt } = answer;
  const isAnswered = state === 'ok' || state === 'no_results';
  const title = warnings.length > 0 && state === 'ok' ? texts.incomplete : texts.states[state];
  return (
    <>
      {state === 'ok' && (
        <Text size="sm" mb="xs">
          {texts.found(answer.candidates.length + answer.people.length, nameSources(answer))} {tellWhen(answer)}
        </Text>
      )}
      {(title !== '' || hint !== null) && (
        <Alert
          color={isAnswered && warnings.length === 0 ? 'gray' : 'yellow'}
          variant="light"
          p="sm"
          {...(title === '' ? {} : { title })}
        >
          {warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning.replace(MOMENTS, (moment) => formatTime(moment))}
            </Text>
          ))}
          {hint !== null && <Text size="sm">{hint}</Text>}
          {retryAt !== null && <Text size="sm">{texts.askAgainAt(formatDistance(retryAt))}</Text>}
          {!isAnswered && (
            <Button variant="default" size="xs" mt="xs" onClick={onAskAgain}>
              {texts.askAgain}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}

function nameSources({ candidates, people }: NameSearch): string {
  return [...new Set([...candidates, ...people].map(({ source }) => texts.sources[source]))].join(', ');
}

/** Answers are kept for a day: how old one is counts. */
function tellWhen({ asked_at: askedAt }: NameSearch): string {
  const isNew = askedAt === null || Date.now() - Date.parse(askedAt) < MINUTE_MS;
  return isNew ? '' : texts.askedAt(formatDistance(askedAt));
}
