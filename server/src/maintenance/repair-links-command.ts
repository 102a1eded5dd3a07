import { parseArgs } from 'node:util';
import type { Database } from '../platform/database/database.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { LinkRepairRequest } from './contract.ts';
import { repairLinks } from './repair-links.ts';

const USAGE =
  'repair-links --user-id N [--scholar-profile-id N]… [--apply] [--gc-orphan-publications] [--requested-by NAME]';
/** Whoever can run commands beside the service needs no account. */
const NAMELESS = 'command line';

/** The options of scripts/db/repair_publication_links.py. @throws OperatorError for any other */
export function readRepairOptions(args: readonly string[]): LinkRepairRequest {
  const given = parse(args);
  const requestedBy = given['requested-by']?.trim();
  if (given['user-id'] === undefined) throw new OperatorError(`Say whose links: --user-id is missing.\n${USAGE}`);
  if (requestedBy === '') throw new OperatorError(`--requested-by needs a name.\n${USAGE}`);
  if (requestedBy && requestedBy.length > 200) throw new OperatorError('--requested-by takes 200 characters at most.');
  return {
    scope_mode: 'single_user',
    user_id: readId('--user-id', given['user-id']),
    scholar_profile_ids: (given['scholar-profile-id'] ?? []).map((text) => readId('--scholar-profile-id', text)),
    dry_run: !given.apply,
    gc_orphan_publications: given['gc-orphan-publications'] ?? false,
    requested_by: requestedBy ?? null,
  };
}

/** Repairs one user's links and prints what came of it as JSON. @throws OperatorError */
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
    const result = await repairLinks({ db, log }, request, { name: NAMELESS, userId: null });
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
  if (id === 0) throw new OperatorError(`${option} takes the number of one, not "${text}".\n${USAGE}`);
  return id;
}
