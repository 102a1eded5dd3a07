import type { NameSearch } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { Text } from '../../ui/text.tsx';

const texts = scholarsTexts.search;
const MINUTE_MS = 60_000;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z/g;

/** The outcome of a search: which sources responded, which did not and why, and what to do. */
export function SearchOutcome({ result, onRetry }: { result: NameSearch; onRetry(): void }) {
  const { state, warnings, action_hint: hint, retry_at: retryAt } = result;
  const hasResponse = state === 'ok' || state === 'no_results';
  const title = warnings.length > 0 && state === 'ok' ? texts.incomplete : texts.states[state];
  return (
    <>
      {state === 'ok' && (
        <Text data-mb="xs">
          {texts.found(result.candidates.length + result.people.length, nameSources(result))} {describeAge(result)}
        </Text>
      )}
      {(title !== '' || hint !== null) && (
        <Alert heading={title}>
          {warnings.map((warning) => (
            <Text key={warning}>{warning.replace(MOMENTS, (moment) => formatTime(moment))}</Text>
          ))}
          {hint !== null && <Text>{hint}</Text>}
          {retryAt !== null && <Text>{texts.retryAt(formatDistance(retryAt))}</Text>}
          {!hasResponse && (
            <Button isSmall data-mt="xs" onClick={onRetry}>
              {texts.searchAgain}
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

/** Results are cached for a day, so their age matters. */
function describeAge({ asked_at: searchedAt }: NameSearch): string {
  const isNew = searchedAt === null || Date.now() - Date.parse(searchedAt) < MINUTE_MS;
  return isNew ? '' : texts.searchedAt(formatDistance(searchedAt));
}
