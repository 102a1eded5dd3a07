import type { SettingsChange } from '../../api/shapes.ts';
import { joinInterval, type TypedInterval } from './interval.ts';

/** What was changed and is not saved yet, as it was typed; what is not here is as the service has it. */
export interface Draft extends Omit<SettingsChange, 'run_interval_minutes' | 'request_delay_seconds'> {
  readonly interval?: TypedInterval;
  readonly delay?: string;
}

/** As the service takes it. */
export function readDraft({ interval, delay, ...rest }: Draft): SettingsChange {
  return {
    ...rest,
    ...(interval ? { run_interval_minutes: joinInterval(interval) } : {}),
    ...(delay === undefined ? {} : { request_delay_seconds: Number(delay) }),
  };
}

/** What is still to be saved when `saved` was: that which was changed since it was sent. */
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
