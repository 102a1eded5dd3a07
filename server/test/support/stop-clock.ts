import { onTestFinished, vi } from 'vitest';

/**
 * Stops the timers that are set from now on. Only `vi.advanceTimersByTime` moves them. Call it after the service has
 * started, because the service would take the jump for a silent database connection, and close that connection.
 */
export function stopClock(kind: 'Interval' | 'Timeout'): void {
  vi.useFakeTimers({ toFake: [`set${kind}`, `clear${kind}`] });
  onTestFinished(() => void vi.useRealTimers());
}
