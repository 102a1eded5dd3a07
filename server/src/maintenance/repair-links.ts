import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { saveProgress } from '../audit/store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { deleteOrphans } from './collect-orphans.ts';
import { confirm } from './confirm.ts';
import type { LinkRepairRequest, LinkRepairResult } from './contract.ts';
import { type EntryScope, listStrangeScholars, listUsersWithLinks } from './entry-repair-store.ts';
import { countOrphans } from './orphan-store.ts';
import { countRepairs, repairDerived } from './repair-derived.ts';
import { countEntryRepairs, repairEntries } from './repair-entries.ts';

const ALL_USERS = 'REPAIR ALL USERS';

interface Scope {
  readonly scope_mode: 'single_user' | 'all_users';
  readonly user_id: number | null;
  readonly scholar_profile_ids: readonly number[] | null;
  readonly gc_orphan_publications: boolean;
}

/**
 * Repairs library entries, and the values that are derived from merges and records. It is a dry run unless the request says otherwise. What users marked is kept. It
 * works in small transactions: after a kill the next repair goes on, and a second repair changes nothing.
 * @throws Problem `invalid_repair_scope`, `confirmation_required`, `repair_in_progress`
 */
export async function repairLinks(
  services: { readonly db: Database; readonly log: Logger },
  request: LinkRepairRequest,
  asker: Operator,
): Promise<LinkRepairResult> {
  const { db } = services;
  const scope = await readScope(db, request);
  const isDryRun = request.dry_run ?? true;
  if (!isDryRun && scope.scope_mode === 'all_users') confirm(request.confirmation_text ?? null, ALL_USERS);
  const operator = { ...asker, name: request.requested_by?.trim() || asker.name };
  const plan = { name: 'publication_links', operator, isDryRun, scope: { ...scope } } as const;
  const { jobId, summary } = await runRepair(services, plan, async (job) => {
    const summary = isDryRun ? await dryRun(db, scope) : await applyRepairs(db, job, scope);
    return { summary, found: null };
  });
  return { job_id: jobId, status: 'completed', scope: plan.scope, summary };
}

/** @throws Problem `invalid_repair_scope` */
async function readScope(db: Database, request: LinkRepairRequest): Promise<Scope> {
  const { scope_mode = 'single_user', user_id = null, gc_orphan_publications = false } = request;
  const ids = request.scholar_profile_ids ?? [];
  const scholarIds = ids.length === 0 ? null : [...new Set(ids)].sort((a, b) => a - b);
  if (scope_mode === 'all_users') {
    if (user_id !== null)
      throw invalidScope('user_id', 'All users are repaired: name none, or send scope_mode single_user.');
    if (scholarIds)
      throw invalidScope(
        'scholar_profile_ids',
        'Scholars belong to one user: send scope_mode single_user and user_id.',
      );
  } else {
    if (user_id === null) throw invalidScope('user_id', 'Say whose links are to be repaired: send user_id.');
    if ((await listUsersWithLinks(db, user_id)).length === 0)
      throw invalidScope('user_id', `There is no user ${user_id}.`);
    const strange = scholarIds ? await listStrangeScholars(db, user_id, scholarIds) : [];
    if (strange.length > 0)
      throw invalidScope('scholar_profile_ids', `User ${user_id} does not track: ${strange.slice(0, 20).join(', ')}.`);
  }
  return { scope_mode, user_id, scholar_profile_ids: scholarIds, gc_orphan_publications };
}

function invalidScope(path: string, message: string): Problem {
  return new Problem('invalid', 'invalid_repair_scope', message, [{ path, message }]);
}

type LinkSummary = Readonly<Record<string, number | boolean>>;

async function dryRun(db: Database, scope: Scope): Promise<LinkSummary> {
  const { derived, entries } = await countRepairs(db, scope.user_id, async (queries) => {
    let summary: LinkSummary = {};
    for (const one of await entryScopes(queries, scope))
      summary = addUp(summary, await countEntryRepairs(queries, one));
    return summary;
  });
  const publications_deleted = scope.gc_orphan_publications ? await countOrphans(db) : 0;
  return { dry_run: true, ...derived, ...entries, publications_deleted };
}

async function applyRepairs(db: Database, job: RepairJob, scope: Scope): Promise<LinkSummary> {
  // first, since entries follow canonical ids
  let summary: LinkSummary = { dry_run: false, ...(await repairDerived(db, job, scope.user_id)) };
  for (const entries of await entryScopes(db, scope)) {
    summary = addUp(summary, await repairEntries(db, job, entries));
    await saveProgress(db, job.id, summary);
  }
  return { ...summary, publications_deleted: scope.gc_orphan_publications ? await deleteOrphans(db, job) : 0 };
}

async function entryScopes(db: Queries, scope: Scope): Promise<EntryScope[]> {
  const userIds = await listUsersWithLinks(db, scope.user_id);
  return userIds.map((userId) => ({ userId, scholarIds: scope.scholar_profile_ids }));
}

function addUp(summary: LinkSummary, more: Readonly<Record<string, number>>): LinkSummary {
  const sum = Object.entries(more).map(([name, count]) => [name, Number(summary[name] ?? 0) + count]);
  return { ...summary, ...Object.fromEntries(sum) };
}
