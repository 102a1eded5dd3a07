import { Problem } from '../platform/errors.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import { streamEndpoint } from '../platform/http/stream-endpoint.ts';
import { readSafetyState } from '../safety/read-safety-state.ts';
import { policyOf } from '../settings/read-settings.ts';
import { cancelRun } from './cancel-run.ts';
import * as contract from './contract.ts';
import { describeRun } from './describe-run.ts';
import { findFollowedRun } from './event-store.ts';
import { examples } from './examples.ts';
import { followRun } from './follow-run.ts';
import { runNotFound } from './run-not-found.ts';
import { startRun } from './start-run.ts';
import { listRuns } from './store.ts';

const PAGE_SIZE = 100;

export const list = endpoint({
  summary: 'List your runs, newest first, with the safety state',
  query: contract.RunsQuery,
  answer: contract.RunList,
  example: examples.list,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { runs, totalCount } = await listRuns(db, user.id, { failedOnly: query.failed_only ?? false }, window);
    return { runs, safety_state: await readSafetyState(db, user.id), pagination: paginationOf(window, totalCount) };
  },
});

export const show = endpoint({
  summary: 'A run with what it found out of each scholar',
  path: contract.RunInPath,
  answer: contract.RunDetail,
  example: examples.detail,
  problems: ['run_not_found'],
  handle: ({ path, ...ask }) => describeRun(ask, ask.user.id, path.run_id),
});

export const cancel = endpoint({
  summary: 'Cancel an active run: nothing more is asked for it',
  path: contract.RunInPath,
  answer: contract.RunDetail,
  example: examples.cancel,
  problems: ['run_not_found', 'run_not_cancelable'],
  async handle({ path, ...ask }) {
    await cancelRun(ask.db, ask.user.id, path.run_id);
    return describeRun(ask, ask.user.id, path.run_id);
  },
});

export const follow = streamEndpoint({
  summary: 'Follow a run: what happened in it so far and what happens next, as server-sent events',
  path: contract.RunInPath,
  headers: contract.FollowHeaders,
  answer:
    'Server-sent events with growing ids: publication_discovered, scholar_progress, identifier_updated, pdf_updated, run_status and, as the last, run_complete. ' +
    'The data of each is one line of JSON.',
  example: examples.events,
  problems: ['run_not_found'],
  async begin({ user, path, header, ...services }) {
    const run = await findFollowedRun(services.db, user.id, path.run_id);
    if (!run) throw runNotFound();
    return (stream) => followRun(services, run, header('last-event-id'), stream);
  },
});

export const startManual = endpoint({
  summary: 'Start a run now; the Idempotency-Key header makes a repeat return the same run',
  headers: contract.StartHeaders,
  answer: contract.StartedRun,
  example: examples.start,
  status: ({ reused_existing_run }) => (reused_existing_run ? 200 : 201),
  problems: ['invalid_idempotency_key', 'manual_runs_disabled', 'run_in_progress', 'scrape_cooldown_active'],
  async handle({ db, user, config, header }) {
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
    const { run, reused } = await startRun(db, user.id, key);
    return { ...run, run_id: run.id, reused_existing_run: reused, safety_state: await readSafetyState(db, user.id) };
  },
});
