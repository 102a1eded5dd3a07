import type { SettingsChange } from '../../api/shapes.ts';
import { type IntervalInput, joinInterval } from './interval.ts';

/** Unsaved changes as they were typed. Other settings are as the service has them. */
export interface Draft extends Omit<SettingsChange, 'run_interval_minutes' | 'request_delay_seconds'> {
  readonly interval?: IntervalInput;
  readonly delay?: string;
}

/** Converts a draft to the body of a request. */
export function readDraft({ interval, delay, ...rest }: Draft): SettingsChange {
  return {
    ...rest,
    ...(interval ? { run_interval_minutes: joinInterval(interval) } : {}),
    ...(delay === undefined ? {} : { request_delay_seconds: Number(delay) }),
  };
}

/** The changes that remain after `saved` was saved, because the user changed them meanwhile. */
export function withoutSaved(draft: Draft, saved: Draft): Draft {
  const other = { ...draft };
  for (const name of namesOf(draft)) {
    if (JSON.stringify(draft[name]) === JSON.stringify(saved[name])) delete other[name];
  }
  return other;
}

export function withoutNames(draft: Draft, names: readonly (keyof Draft)[]): Draft {
  const other = { ...draft };
  for (const name of names) delete other[name];
  return other;
}

function namesOf(draft: Draft): (keyof Draft)[] {
  return Object.keys(draft) as (keyof Draft)[];
}
