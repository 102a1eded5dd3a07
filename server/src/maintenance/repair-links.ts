import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { saveProgress, writeAudit } from '../audit/store.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { LinkRepairRequest, LinkRepairResult } from './contract.ts';
import { deleteOrphans } from './delete-orphans.ts';
import { hasWrongIds } from './derived-store.ts';
import { countOrphans } from './orphan-store.ts';
import { type CorrectedIds, correctIds, listStale, refreshStale } from './repair-derived.ts';
import { countEntryRepairs, repairEntries } from './repair-entries.ts';
import { listPublicationsOf, listUntracked, listUsers } from './repair-scope-store.ts';
import { withRollback } from './transactions.ts';

const ALL_USERS = 'REPAIR ALL USERS';

interface Scope {
  readonly scope_mode: 'single_user' | 'all_users';
  readonly user_id: number | null;
  readonly scholar_profile_ids: readonly number[] | null;
  readonly gc_orphan_publications: boolean;
}

/**
 * Repairs library entries, and the values that derive from merges and records. It keeps the marks of users. By default
 * it is a dry run. It uses short transactions, so after a kill the next repair continues, and a repeated repair changes
 * nothing.
 * @throws Problem `invalid_repair_scope`, `confirmation_required`, `repair_in_progress`
 */
export async function repairLinks(
  services: { readonly db: Database; readonly log: Logger },
  request: LinkRepairRequest,
  requester: Operator,
): Promise<LinkRepairResult> {
  const { db } = services;
  const scope = await readScope(db, request);
  const isDryRun = request.dry_run ?? true;
  const isOfAll = !isDryRun && scope.scope_mode === 'all_users';
  const confirmation = isOfAll ? { given: request.confirmation_text ?? null, wanted: ALL_USERS } : null;
  const operator = { ...requester, name: cleanText(request.requested_by) ?? requester.name };
  const plan = { name: 'publication_links', operator, isDryRun, scope: { ...scope }, confirmation } as const;
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
      throw invalidScope(
        'user_id',
        'scope_mode all_users does not take a user_id. Leave out user_id, or send scope_mode single_user.',
      );
    if (scholarIds)
      throw invalidScope(
        'scholar_profile_ids',
        'Scholars belong to one user. Send scope_mode single_user and user_id.',
      );
  } else {
    if (user_id === null)
      throw invalidScope('user_id', 'user_id is missing. Send the id of the user whose library to repair.');
    if ((await listUsers(db, user_id)).length === 0)
      throw invalidScope('user_id', `There is no user ${user_id}. Check user_id.`);
    const untracked = scholarIds ? await listUntracked(db, user_id, scholarIds) : [];
    if (untracked.length > 0)
      throw invalidScope(
        'scholar_profile_ids',
        `User ${user_id} does not track these scholars: ${untracked.slice(0, 20).join(', ')}. Leave them out.`,
      );
  }
  return { scope_mode, user_id, scholar_profile_ids: scholarIds, gc_orphan_publications };
}

function invalidScope(path: string, message: string): Problem {
  return new Problem('invalid', 'invalid_repair_scope', message, [{ path, message }]);
}

type LinkSummary = Readonly<Record<string, number | boolean>>;

const NO_IDS: CorrectedIds['summary'] = { canonical_ids_corrected: 0, listings_moved: 0 };

/**
 * Counts what a repair would change. Entries depend on canonical ids. If these are wrong, it corrects them first, in a
 * transaction that is rolled back.
 */
async function dryRun(db: Database, scope: Scope): Promise<LinkSummary> {
  const count = async (queries: Queries, correctedIds: CorrectedIds['summary']) => {
    const { userIds, publicationIds } = await readTarget(queries, scope);
    const stale = await listStale(queries, { userId: scope.user_id, publicationIds });
    let summary: LinkSummary = { dry_run: true, ...correctedIds, displays_refreshed: stale.length };
    for (const userId of userIds)
      summary = addUp(summary, await countEntryRepairs(queries, { userId, publicationIds }));
    return { ...summary, publications_deleted: scope.gc_orphan_publications ? await countOrphans(queries) : 0 };
  };
  if (!(await hasWrongIds(db))) return count(db, NO_IDS);
  return withRollback(db, async (tx) => count(tx, (await correctIds(tx)).summary));
}

async function applyRepairs(db: Database, job: RepairJob, scope: Scope): Promise<LinkSummary> {
  // first, because entries depend on canonical ids
  const correctedIds = await repairIds(db, job);
  const { userIds, publicationIds } = await readTarget(db, scope);
  const stale = await listStale(db, { userId: scope.user_id, publicationIds });
  const displays_refreshed = await refreshStale(db, job, stale);
  let summary: LinkSummary = { dry_run: false, ...correctedIds, displays_refreshed };
  for (const userId of userIds) {
    summary = addUp(summary, await repairEntries(db, job, { userId, publicationIds }));
    await saveProgress(db, job.id, summary);
  }
  return { ...summary, publications_deleted: scope.gc_orphan_publications ? await deleteOrphans(db, job) : 0 };
}

async function repairIds(db: Database, job: RepairJob): Promise<CorrectedIds['summary']> {
  if (!(await hasWrongIds(db))) return NO_IDS;
  return db.transaction().execute(async (tx) => {
    const { summary, changes } = await correctIds(tx);
    await writeAudit(tx, job, changes);
    return summary;
  });
}

/** Returns the users and publications whose entries are repaired; null: all publications. */
async function readTarget(
  db: Queries,
  { user_id: userId, scholar_profile_ids: scholarIds }: Scope,
): Promise<{ userIds: number[]; publicationIds: number[] | null }> {
  if (userId !== null && scholarIds !== null)
    return { userIds: [userId], publicationIds: await listPublicationsOf(db, userId, scholarIds) };
  return { userIds: await listUsers(db, userId), publicationIds: null };
}

function addUp(summary: LinkSummary, more: Readonly<Record<string, number>>): LinkSummary {
  const sum = Object.entries(more).map(([name, count]) => [name, Number(summary[name] ?? 0) + count]);
  return { ...summary, ...Object.fromEntries(sum) };
}
