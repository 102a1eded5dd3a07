import type { Database } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import { checkIntegrity, type IntegrityReport } from './check-integrity.ts';

const STRICT = '--strict-warnings';

/** `integrity [--strict-warnings]`: prints the report as JSON; returns the exit code. The options are read before a database is opened. */
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
  if (unknown.length > 0) throw new OperatorError(`integrity knows no ${unknown.join(' ')}; only ${STRICT}.`);
  const report = await checkIntegrity(await openDatabase());
  print(JSON.stringify(report, null, 2));
  return exitCodeOf(report, args.includes(STRICT));
}

/** 0: passed; 1: a check failed; 2: there are warnings, and they count (service contract, section 4). */
function exitCodeOf({ status, warnings }: IntegrityReport, hasStrictWarnings: boolean): number {
  if (status === 'failed') return 1;
  return hasStrictWarnings && warnings.length > 0 ? 2 : 0;
}
