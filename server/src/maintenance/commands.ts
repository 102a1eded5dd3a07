import { parseArgs } from 'node:util';
import type { Database } from '../platform/database/database.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { checkIntegrity, type IntegrityReport } from './check-integrity.ts';
import type { LinkRepairRequest } from './contract.ts';
import { repairLinks } from './repair-links.ts';

const STRICT = '--strict-warnings';

/** `integrity [--strict-warnings]`: prints the report as JSON and returns the exit code. It checks the options before it opens the database. */
export async function printIntegrity({
  args,
  openDatabase,
  print,
}: {
  readonly args: readonly string[];
  openDatabase(): Promise<Database>;
  print(line: string): void;
}): Promise<number> {
  const unknown = args.filter((arg) => arg !== STRICT);
  if (unknown.length > 0)
    throw new OperatorError(`integrity has no option ${unknown.join(' ')}. Its only option is ${STRICT}.`);
  const report = await checkIntegrity(await openDatabase());
  print(JSON.stringify(report, null, 2));
  return exitCodeOf(report, args.includes(STRICT));
}

/** Returns 0 if all checks passed, 1 if a check failed, and 2 if there are warnings and they count (service contract, section 4). */
function exitCodeOf({ status, warnings }: IntegrityReport, hasStrictWarnings: boolean): number {
  if (status === 'failed') return 1;
  return hasStrictWarnings && warnings.length > 0 ? 2 : 0;
}

const USAGE =
  'repair-links --user-id N [--scholar-profile-id N]… [--apply] [--gc-orphan-publications] [--requested-by NAME]';
/** The operator's name if the command does not give one. */
const COMMAND_LINE = 'command line';

/** Reads the options of scripts/db/repair_publication_links.py. @throws OperatorError if they are not valid */
export function readRepairOptions(args: readonly string[]): LinkRepairRequest {
  const given = parse(args);
  const requestedBy = given['requested-by']?.trim();
  if (given['user-id'] === undefined)
    throw new OperatorError(`--user-id is missing. Give the id of the user whose library to repair.\n${USAGE}`);
  if (requestedBy === '') throw new OperatorError(`--requested-by needs a name.\n${USAGE}`);
  if (requestedBy && requestedBy.length > 200) throw new OperatorError('--requested-by takes at most 200 characters.');
  return {
    scope_mode: 'single_user',
    user_id: readId('--user-id', given['user-id']),
    scholar_profile_ids: (given['scholar-profile-id'] ?? []).map((text) => readId('--scholar-profile-id', text)),
    dry_run: !given.apply,
    gc_orphan_publications: given['gc-orphan-publications'] ?? false,
    requested_by: requestedBy ?? null,
  };
}

/** Repairs one user's library entries and prints the result as JSON. @throws OperatorError */
export async function runRepairLinks({
  args,
  open,
  log,
  print,
}: {
  readonly args: readonly string[];
  readonly log: Logger;
  open(): Promise<Database>;
  print(line: string): void;
}): Promise<void> {
  const request = readRepairOptions(args);
  const db = await open();
  try {
    const result = await repairLinks({ db, log }, request, { name: COMMAND_LINE, userId: null });
    print(JSON.stringify({ ...result, dry_run: request.dry_run }, null, 2));
  } catch (error) {
    throw error instanceof Problem ? new OperatorError(error.message) : error;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'user-id': { type: 'string' },
        'scholar-profile-id': { type: 'string', multiple: true },
        apply: { type: 'boolean' },
        'gc-orphan-publications': { type: 'boolean' },
        'requested-by': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function readId(option: string, text: string): number {
  const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new OperatorError(`${option} takes a number, not "${text}".\n${USAGE}`);
  return id;
}
