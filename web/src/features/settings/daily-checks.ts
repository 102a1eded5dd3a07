import type { Settings } from '../../api/shapes.ts';

const STORED = 'lectern.daily-checks';
const DAY_MINUTES = 1440;

/** Settings for one run a day. */
export const DAILY = { auto_run_enabled: true, run_interval_minutes: DAY_MINUTES } as const;

/**
 * Whether to propose daily runs: there is something to check, scheduled runs are off, and the server allows them once a
 * day.
 */
export function canPropose(
  { auto_run_enabled: isOn, policy }: Pick<Settings, 'auto_run_enabled' | 'policy'>,
  scholarCount: number,
): boolean {
  return scholarCount > 0 && !isOn && policy.automation_allowed && policy.min_run_interval_minutes <= DAY_MINUTES;
}

/** Whether the user declined the proposal in this browser. */
export function isDeclined(): boolean {
  return localStorage.getItem(STORED) === 'declined';
}

export function rememberDeclined(): void {
  localStorage.setItem(STORED, 'declined');
}
