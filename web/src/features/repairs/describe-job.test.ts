import { expect, test } from 'vitest';
import type { RepairJob } from '../../api/shapes.ts';
import { canBeUndone, describeNumbers, isUndone } from './describe-job.ts';

const AT = '2026-11-21T10:00:00Z';
const merged: RepairJob = {
  id: 7,
  job_name: 'publication_near_duplicates',
  requested_by: 'ada@lectern.example',
  dry_run: false,
  status: 'completed',
  scope: {},
  summary: { merged_cluster_count: 2 },
  error_text: null,
  started_at: AT,
  finished_at: AT,
  created_at: AT,
  updated_at: AT,
};
const undo: RepairJob = { ...merged, id: 8, job_name: 'undo_merges', scope: { job_id: 7 }, summary: {} };

test('describes the numbers that are not 0', () => {
  expect(describeNumbers({ links_added: 1, links_hidden: 0, seconds: 0.2, unknown_cluster_keys: [] })).toEqual([
    '1 library entry added',
  ]);
  expect(describeNumbers({ restored_count: 2, cluster_count: 1, gone_count: 0 })).toEqual(['2 publications restored']);
  expect(describeNumbers({ links_added: 1200, unknown_number: 2 })).toEqual([
    '1,200 library entries added',
    'unknown number: 2',
  ]);
});

test('a repair that merged something can be undone once', () => {
  expect(canBeUndone(merged, [merged])).toBe(true);
  expect(canBeUndone({ ...merged, status: 'failed' }, [])).toBe(true);
  expect(canBeUndone(merged, [undo, merged])).toBe(false);
  expect(isUndone(merged, [undo, merged])).toBe(true);
  expect(canBeUndone(merged, [{ ...undo, status: 'failed' }])).toBe(true);
});

test('dry runs, repairs without merges and other repairs cannot be undone', () => {
  expect(canBeUndone({ ...merged, dry_run: true }, [])).toBe(false);
  expect(canBeUndone({ ...merged, status: 'running' }, [])).toBe(false);
  expect(canBeUndone({ ...merged, summary: {} }, [])).toBe(false);
  expect(canBeUndone({ ...merged, job_name: 'publication_links' }, [])).toBe(false);
});
