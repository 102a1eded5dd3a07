import { useQuery } from '@tanstack/react-query';
import type { SafetyState } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatTime } from '../../ui/format.ts';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { sessionQuery } from '../accounts/session-query.ts';

const SECOND_MS = 1000;
const MINUTE = 60;

/**
 * Why Google Scholar is paused, for how long, and what to do. `receivedAt` is when `state` arrived, by the browser's
 * clock.
 */
export function CooldownBanner({ state, receivedAt }: { state: SafetyState; receivedAt: number }) {
  const { data: session } = useQuery(sessionQuery);
  const now = useNow(SECOND_MS);
  // count from the arrival of `state`, because the clocks of browser and server may differ
  const seconds = Math.ceil(state.cooldown_remaining_seconds - (now - receivedAt) / SECOND_MS);
  if (state.cooldown_until === null || seconds <= 0) return null;
  return (
    // a note and not an alert, because screen readers would announce every second
    <Alert role="note" heading={texts.paused} data-mt="md" data-mb="md">
      <Text>
        {state.cooldown_reason_label}. {texts.pausedFor(describeRest(seconds), formatTime(state.cooldown_until))}
      </Text>
      {session?.user.is_admin && state.cooldown_reason === 'blocked_failure_threshold_exceeded' && (
        <Text data-mt="xs">{texts.adviceToAdmins}</Text>
      )}
    </Alert>
  );
}

/** The rest of a cooldown: rounded up to minutes, and in seconds for the last two minutes. */
function describeRest(seconds: number): string {
  return duration(seconds < 2 * MINUTE ? seconds : Math.ceil(seconds / MINUTE) * MINUTE);
}
