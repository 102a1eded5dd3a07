import { Alert, Text } from '@mantine/core';
import type { SafetyState } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { useNow } from '../../ui/use-now.ts';

const MINUTE_MS = 60_000;

/** Why the source is not asked now, until when, and what to do. */
export function SafetyBanner({ state }: { state: SafetyState }) {
  const now = useNow();
  if (!state.cooldown_active || state.cooldown_until === null) return null;
  const minutes = Math.max(1, Math.ceil((new Date(state.cooldown_until).getTime() - now) / MINUTE_MS));
  return (
    <Alert color="yellow" variant="light" title={texts.runs.resting} mb="lg">
      <Text size="sm">
        {state.cooldown_reason_label} {texts.runs.restingFor(minutes)} {state.recommended_action}
      </Text>
    </Alert>
  );
}
