import { type Database, forLongStatements } from '../platform/database/database.ts';
import { groupBy } from '../platform/group-by.ts';
import type { CheckLine, Found, Severity } from './check.ts';
import { postgresError, runChecks, setLimits } from './check-store.ts';
import type { IntegrityReport } from './contract.ts';
import { CHECKS } from './integrity-store.ts';
import { checkIndexes, INDEX_CHECKS } from './schema-store.ts';

/** How many statements run at once. The other connections stay free for the service. */
const CONCURRENCY = 2;
const STATEMENT_SECONDS = 60;

type IntegrityCheck = IntegrityReport['checks'][number];

interface Task {
  readonly lines: readonly CheckLine[];
  readonly find: () => Promise<readonly Found[]>;
}

/**
 * Checks whether the stored data is consistent. It only reads, and its locks do not block writers. Each statement has a
 * transaction of its own: it sees a consistent snapshot, and every transaction of the service leaves consistent data. A
 * check that PostgreSQL rejects becomes a warning, or a failure if tables are missing.
 */
export async function checkIntegrity(db: Database): Promise<IntegrityReport> {
  const checkedAt = new Date();
  const tasks: Task[] = [
    // in a transaction of its own, because it may have to create the extension
    { lines: INDEX_CHECKS, find: () => checkIndexes(db) },
    ...[...groupBy(CHECKS, (check) => check.sql)].map(([statement, checks]) => ({
      lines: checks,
      find: () =>
        forLongStatements(db)
          .transaction()
          .setAccessMode('read only')
          .execute(async (tx) => {
            await setLimits(tx, STATEMENT_SECONDS);
            return runChecks(tx, statement, checks);
          }),
    })),
  ];
  const waiting = tasks.values();
  const done = new Map<string, IntegrityCheck>();
  const work = async () => {
    for (const task of waiting) for (const check of await runTask(task)) done.set(check.name, check);
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const checks = [...CHECKS, ...INDEX_CHECKS].flatMap(({ name }) => done.get(name) ?? []);
  const found = (severity: Severity) =>
    checks.filter((check) => check.severity === severity && check.count > 0).map(({ name }) => name);
  const failures = found('failure');
  const status = failures.length === 0 ? 'passed' : 'failed';
  return { status, checked_at: checkedAt, failures, warnings: found('warning'), checks };
}

async function runTask({ lines, find }: Task): Promise<IntegrityCheck[]> {
  try {
    const found = await find();
    return lines.map((line, at) => describe(line, found[at]));
  } catch (error) {
    const rejection = postgresError(error);
    if (!rejection) throw error;
    return lines.map((line) => describeRejection(line, rejection));
  }
}

function describe({ name, severity, message }: CheckLine, found: Found | undefined): IntegrityCheck {
  const { count = 0, sampleIds = [], detail } = found ?? {};
  return { name, severity, count, message: detail ? `${message} ${detail}` : message, sample_ids: [...sampleIds] };
}

/**
 * A warning for 57014 (time limit), 55P03 (the schema is being changed), 42501 (no permission) and class 40 (retry).
 * Other errors are failures.
 */
function describeRejection({ name }: CheckLine, { code, message }: { code: string; message: string }): IntegrityCheck {
  const severity = ['57014', '55P03', '42501'].includes(code) || code.startsWith('40') ? 'warning' : 'failure';
  return { name, severity, count: 1, message: `Not checked: ${message}.`, sample_ids: [] };
}
