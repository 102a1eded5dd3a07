import { Problem } from '../platform/errors.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { sendEvents } from '../platform/http/event-streams.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import { policyOf } from '../settings/read-settings.ts';
import { readSafetyState } from '../sources/describe-sources.ts';
import { cancelRun, runNotFound } from './cancel-runs.ts';
import * as contract from './contract.ts';
import { describeRun } from './describe-run.ts';
import { findFollowedRun } from './event-store.ts';
import { followRun } from './follow-run.ts';
import { startRun } from './start-run.ts';
import { countImporting, listRuns } from './store.ts';

const PAGE_SIZE = 100;

export const list = endpoint({
  summary: 'List your runs, newest first, with the safety state',
  description:
    'The cooldown in `safety_state` is that of Google Scholar, and the same for all users; the counters are your own.',
  query: contract.RunsQuery,
  response: contract.RunList,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { runs, totalCount } = await listRuns(db, user.id, { failedOnly: query.failed_only ?? false }, window);
    return {
      runs,
      safety_state: await readSafetyState(db, user.id),
      importing_count: await countImporting(db, user.id),
      pagination: paginationOf(window, totalCount),
    };
  },
});

export const show = endpoint({
  summary: 'Get a run with its result for each scholar',
  description: 'The results grow until the run has ended.',
  path: contract.RunInPath,
  response: contract.RunDetail,
  errors: ['run_not_found'],
  handle: ({ user, path, ...services }) => describeRun(services, user.id, path.run_id),
});

export const cancel = endpoint({
  summary: 'Cancel an active run; it sends no more requests',
  description:
    'Work under way stops before its next request. Scholars that were not checked get the outcome `skipped`.',
  path: contract.RunInPath,
  response: contract.CanceledRun,
  errors: ['run_not_found', 'run_not_cancelable'],
  async handle({ user, path, ...services }) {
    await cancelRun(services.db, user.id, path.run_id);
    return describeRun(services, user.id, path.run_id);
  },
});

export const follow = endpoint({
  summary: 'Follow a run: its events so far and the next ones, as server-sent events',
  description:
    'Send `Last-Event-ID` after an interruption, and nothing is missed or repeated. The stream ends with the run.',
  path: contract.RunInPath,
  headers: contract.FollowHeaders,
  response: contract.RunEvents,
  errors: ['run_not_found'],
  async handle(context) {
    const run = await findFollowedRun(context.db, context.user.id, context.path.run_id);
    if (!run) throw runNotFound();
    return sendEvents(context, (stream) => followRun(context, run, context.header('last-event-id'), stream));
  },
});

export const startManual = endpoint({
  summary: 'Start a run now; the Idempotency-Key header makes a repeat return the same run',
  description:
    'At most one run of a user is active. If no source can be queried now, the response is 429 with the time to wait.',
  headers: contract.StartHeaders,
  response: contract.StartedRun,
  status: ({ reused_existing_run }) => (reused_existing_run ? 200 : 201),
  errors: ['invalid_idempotency_key', 'manual_runs_disabled', 'run_in_progress', 'scrape_cooldown_active'],
  async handle({ user, header, ...services }) {
    const { db, config } = services;
    if (!config.manualRunsAllowed) {
      const details = { policy: policyOf(config), safety_state: await readSafetyState(db, user.id) };
      throw new Problem('forbidden', 'manual_runs_disabled', 'Manual runs are disabled on this server.', details);
    }
    const key = header('idempotency-key');
    if (key !== null && !/^[\x21-\x7e]{1,128}$/.test(key)) {
      throw new Problem(
        'malformed',
        'invalid_idempotency_key',
        'The Idempotency-Key must have 1 to 128 visible ASCII characters.',
      );
    }
    const { run, reused } = await startRun(services, user.id, key);
    return { ...run, run_id: run.id, reused_existing_run: reused, safety_state: await readSafetyState(db, user.id) };
  },
});
