import { expect, test } from 'vitest';
import { describeFilter, describeSchedule } from './describe-channel.ts';

const AT = { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'Europe/Berlin' } as const;

test.each([
  [{ ...AT, weekdays: [7, 6, 5, 4, 3, 2, 1] }, 'Every day at 07:00 (Europe/Berlin)'],
  [{ ...AT, weekdays: [5, 4, 3, 2, 1] }, 'Weekdays at 07:00 (Europe/Berlin)'],
  [{ ...AT, weekdays: [3, 1] }, 'Monday, Wednesday at 07:00 (Europe/Berlin)'],
  [{ ...AT, frequency: 'weekly' as const, weekdays: [7], hour: 18, time_zone: 'UTC' }, 'Every Sunday at 18:00 (UTC)'],
  [{ ...AT, frequency: 'at_once' as const, weekdays: [1] }, 'At once'],
])('describes when a channel sends', (schedule, text) => {
  expect(describeSchedule(schedule)).toBe(text);
});

test('describes what a channel announces', () => {
  const filter: Parameters<typeof describeFilter>[0] = {
    event_kinds: ['publication.new'],
    scholar_profile_ids: [],
    scholar_ids: [],
    view_ids: [],
  };
  expect(describeFilter(filter)).toBe('Everything');
  expect(describeFilter({ ...filter, scholar_profile_ids: [1, 2], view_ids: [3] })).toBe('2 scholars, 1 view');
  expect(describeFilter({ ...filter, event_kinds: ['run.finished', 'publication.pdf_found'] })).toBe(
    'Everything · Runs that ended, PDFs found later',
  );
});
