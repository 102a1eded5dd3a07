import type { Channel } from '../../api/shapes.ts';
import { channelTexts as texts } from '../../texts/en/channels.ts';
import { DEFAULT_KINDS, EVERY_DAY, type Schedule } from './channel-draft.ts';

const WORKDAYS = '1,2,3,4,5';

/** When a channel sends, such as "Weekdays at 07:00 (Europe/Berlin)". */
export function describeSchedule({ frequency, hour, weekdays, time_zone: zone }: Schedule): string {
  if (frequency === 'at_once') return texts.when.at_once;
  return texts.when.at(describeDays(frequency, weekdays), formatHour(hour), zone);
}

function describeDays(frequency: Schedule['frequency'], weekdays: readonly number[]): string {
  const days = [...weekdays].sort();
  const names = days.map(weekdayName);
  if (frequency === 'weekly') return texts.when.weekly(names[0] ?? '');
  if (days.length === EVERY_DAY.length) return texts.when.everyDay;
  if (days.join() === WORKDAYS) return texts.when.workdays;
  return names.join(', ');
}

/**
 * What a channel announces, such as "2 scholars, 1 view". The kinds of news are named unless they are what a new
 * channel begins with.
 */
export function describeFilter({
  event_kinds: kinds,
  scholar_profile_ids: scholars,
  view_ids: views,
}: Channel['filter']): string {
  const scope = scholars.length + views.length === 0 ? texts.everything : texts.some(scholars.length, views.length);
  if (kinds.includes('publication.new') && kinds.every((kind) => DEFAULT_KINDS.includes(kind))) return scope;
  return `${scope} · ${kinds.map((kind) => texts.events[kind]).join(', ')}`;
}

/** 1 is Monday. */
export function weekdayName(day: number): string {
  return texts.weekdays[day - 1] ?? '';
}

export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
