import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { saveProgress } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { countOrphans, deleteOrphans } from './collect-orphans.ts';
import { confirm } from './confirm.ts';
import type { LinkRepairRequest, LinkRepairResult } from './contract.ts';
import { addUp, type LinkSummary, NOTHING_MENDED } from './link-summary.ts';
import { countMergedListings, moveMergedListings } from './move-merged-listings.ts';
import { countGoneUsersLinks, countUserRepairs, deleteGoneUsersLinks, repairUserLinks } from './repair-user-links.ts';
import { listStrangeScholars, listUsersWithLinks } from './scope-store.ts';

const ALL_USERS = 'REPAIR ALL USERS';

interface Scope {
  readonly scope_mode: 'single_user' | 'all_users';
  readonly user_id: number | null;
  readonly scholar_profile_ids: readonly number[] | null;
  readonly gc_orphan_publications: boolean;
}

/**
 * Mends the links between users and works, a dry run unless the request says otherwise. What users marked is kept. It works in small transactions: killed
 * in the middle, the next one goes on; twice is once.
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
    const summary = isDryRun ? await countRepairs(db, scope) : await applyRepairs(db, job, scope);
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

async function countRepairs(db: Database, scope: Scope): Promise<LinkSummary> {
  let summary = addUp(NOTHING_MENDED, { listings_moved: await countMergedListings(db, linksOf(scope)) });
  for (const userId of await listUsersWithLinks(db, scope.user_id)) {
    summary = addUp(summary, await countUserRepairs(db, { userId, scholarIds: scope.scholar_profile_ids }));
  }
  if (scope.scope_mode === 'all_users') summary = addUp(summary, { links_deleted: await countGoneUsersLinks(db) });
  if (scope.gc_orphan_publications) summary = addUp(summary, { publications_deleted: await countOrphans(db) });
  return summary;
}

async function applyRepairs(db: Database, job: RepairJob, scope: Scope): Promise<LinkSummary> {
  let summary = addUp(NOTHING_MENDED, { listings_moved: await moveMergedListings(db, job, linksOf(scope)) });
  for (const userId of await listUsersWithLinks(db, scope.user_id)) {
    summary = addUp(summary, await repairUserLinks(db, job, { userId, scholarIds: scope.scholar_profile_ids }));
    await saveProgress(db, job.id, summary);
  }
  if (scope.scope_mode === 'all_users')
    summary = addUp(summary, { links_deleted: await deleteGoneUsersLinks(db, job) });
  if (scope.gc_orphan_publications) summary = addUp(summary, { publications_deleted: await deleteOrphans(db, job) });
  return summary;
}

function linksOf(scope: Scope) {
  return { userId: scope.user_id, scholarIds: scope.scholar_profile_ids };
}
