import { Alert, Text } from '@mantine/core';
import type { SafetyState } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { useNow } from '../../ui/use-now.ts';
import { restInWords } from './rest-in-words.ts';

const SECOND_MS = 1000;

/** Why the source is not asked now, for how long, and what to do. `toldAt`: when `state` was told, by the clock here. */
export function SafetyBanner({ state, toldAt }: { state: SafetyState; toldAt: number }) {
  const now = useNow(SECOND_MS);
  // what is left is counted from when it was told: this clock and the service's need not agree
  const seconds = Math.ceil(state.cooldown_remaining_seconds - (now - toldAt) / SECOND_MS);
  if (!state.cooldown_active || seconds <= 0) return null;
  return (
    // calm: it is no alert, and what changes by the second is not read out
    <Alert color="yellow" variant="light" role="note" title={texts.resting} my="md">
      <Text size="sm">
        {state.cooldown_reason_label}. {texts.restingFor(restInWords(seconds))}
      </Text>
      <Text size="sm" mt={4}>
        {state.recommended_action}
      </Text>
    </Alert>
  );
}
