import { expect, test } from 'vitest';
import type { QueueItem } from '../../api/shapes.ts';
import { describeLastError, describeReason, labelOfItem } from './describe-item.ts';

const item = (changes: Partial<QueueItem>) =>
  ({ scholar_label: 'Ada Loopback', source: 'google_scholar', dropped_reason: null, ...changes }) as QueueItem;

test('an item names its source, unless it is Google Scholar', () => {
  expect(labelOfItem(item({}))).toBe('Ada Loopback');
  expect(labelOfItem(item({ source: 'dblp' }))).toBe('Ada Loopback at DBLP');
});

test('the reason and the last error name the source', () => {
  const gone = item({
    source: 'orcid',
    status: 'dropped',
    dropped_reason: 'not_found',
    last_error: 'not_found: not_found',
  });
  expect(describeReason(gone)).toBe('Dropped: profile not found at ORCID');
  expect(describeLastError(gone)).toBeNull();
  expect(describeLastError(item({ source: 'openalex', last_error: 'network_error: timeout' }))).toBe(
    'OpenAlex could not be reached: no response in time',
  );
});
