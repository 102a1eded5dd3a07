import { COMMAND_LINE } from '../audit/repair-job.ts';
import { type OptionValues, WrongOption } from '../platform/command-options.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { checkIntegrity } from './check-integrity.ts';
import type { IntegrityReport, LinkRepairRequest } from './contract.ts';
import { repairLinks } from './repair-links.ts';

export const INTEGRITY_OPTIONS = {
  'strict-warnings': { means: 'exit with 2 if there are warnings' },
} as const;

/** Prints the integrity report as JSON and returns the exit code. */
export async function printIntegrity(
  { 'strict-warnings': isStrict }: OptionValues<typeof INTEGRITY_OPTIONS>,
  { db, print }: { readonly db: Database; print(line: string): void },
): Promise<number> {
  const report = await checkIntegrity(db);
  print(JSON.stringify(report, null, 2));
  return exitCodeOf(report, isStrict);
}

/**
 * Returns 0 if all checks passed, 1 if a check failed, and 2 if there are warnings and they count (service contract,
 * section 4).
 */
function exitCodeOf({ status, warnings }: IntegrityReport, hasStrictWarnings: boolean): number {
  if (status === 'failed') return 1;
  return hasStrictWarnings && warnings.length > 0 ? 2 : 0;
}

export const REPAIR_OPTIONS = {
  'user-id': { value: 'N', means: 'the id of the user whose library to repair', isRequired: true },
  'scholar-profile-id': { value: 'N', means: 'repair only the entries of this scholar', isRepeatable: true },
  apply: { means: 'repair; without it the command only counts' },
  'gc-orphan-publications': { means: 'also delete publications that nobody has in a library' },
  'requested-by': { value: 'NAME', means: 'the name to record with the repair' },
} as const;

/** The request that the options describe. @throws WrongOption */
export function readRepairOptions(given: OptionValues<typeof REPAIR_OPTIONS>): LinkRepairRequest {
  const requestedBy = given['requested-by']?.trim();
  if (requestedBy === '') throw new WrongOption('--requested-by needs a name.');
  if (requestedBy && requestedBy.length > 200) throw new WrongOption('--requested-by takes at most 200 characters.');
  return {
    scope_mode: 'single_user',
    user_id: readId('--user-id', given['user-id']),
    scholar_profile_ids: given['scholar-profile-id'].map((text) => readId('--scholar-profile-id', text)),
    dry_run: !given.apply,
    gc_orphan_publications: given['gc-orphan-publications'],
    requested_by: requestedBy ?? null,
  };
}

/** Repairs one user's library entries and prints the result as JSON. @throws Problem if it is refused */
export async function runRepairLinks({
  request,
  db,
  log,
  print,
}: {
  readonly request: LinkRepairRequest;
  readonly db: Database;
  readonly log: Logger;
  print(line: string): void;
}): Promise<void> {
  const result = await repairLinks({ db, log }, request, COMMAND_LINE);
  print(JSON.stringify({ ...result, dry_run: request.dry_run }, null, 2));
}

function readId(option: string, text: string): number {
  const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new WrongOption(`${option} takes a number, not "${text}".`);
  return id;
}
