import type { Database } from '../platform/database/database.ts';
import type { Check, CheckLine, Found, Severity } from './check.ts';
import { checkPages, PAGE_CHECKS } from './check-pages.ts';
import { readApart, refusalOf, runCheck } from './check-store.ts';
import { LIBRARY_CHECKS } from './library-checks-store.ts';
import { PUBLICATION_CHECKS } from './publication-checks-store.ts';
import { RUN_CHECKS } from './run-checks-store.ts';
import { METRICS, REFERENCE_CHECKS, SCHEMA_CHECKS } from './schema-checks-store.ts';

/** Statements that run at once. The service has the rest of its connections. */
const RUNNERS = 2;
const STATEMENT_SECONDS = 60;

/** Every check that is a statement, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...LIBRARY_CHECKS,
  ...PUBLICATION_CHECKS,
  ...RUN_CHECKS,
  ...REFERENCE_CHECKS,
  ...SCHEMA_CHECKS,
  ...METRICS,
];

interface IntegrityCheck {
  readonly name: string;
  readonly severity: Severity;
  readonly count: number;
  readonly message: string;
  readonly sample_ids: number[];
}

/** What is sent to the client, by HTTP and on the command line. */
export interface IntegrityReport {
  readonly status: 'passed' | 'failed';
  readonly checked_at: Date;
  /** the names of the checks that found something */
  readonly failures: string[];
  readonly warnings: string[];
  readonly checks: IntegrityCheck[];
}

/**
 * Checks whether all that is stored fits together. It only reads, a statement at a time, so that no writer waits. Each statement sees the database as
 * of one moment, and no transaction of the service leaves a fault behind. A check that PostgreSQL refused is a warning, or a failure if tables are
 * missing or cannot be read.
 */
export async function checkIntegrity(db: Database): Promise<IntegrityReport> {
  const checkedAt = new Date();
  const done = new Map<string, IntegrityCheck>();
  const run = async (lines: readonly CheckLine[], find: () => Promise<readonly Found[]>) => {
    const found = await find().catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return refusal;
    });
    for (const [at, line] of lines.entries())
      done.set(line.name, 'code' in found ? describeRefusal(line, found) : describe(line, found[at]));
  };
  const waiting = [...CHECKS];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const one = check;
      await run([one], async () => [await readApart(db, STATEMENT_SECONDS, (tx) => runCheck(tx, one))]);
    }
  };
  // first, and in a transaction of its own, since it may have to create the extension
  const checkPagesFirst = () => run(PAGE_CHECKS, () => checkPages(db)).then(work);
  const runners = Array.from({ length: RUNNERS }, (_, at) => (at === 0 ? checkPagesFirst() : work()));
  for (const end of await Promise.allSettled(runners)) if (end.status === 'rejected') throw end.reason;
  return makeReport(
    [...CHECKS, ...PAGE_CHECKS].flatMap(({ name }) => done.get(name) ?? []),
    checkedAt,
  );
}

function describe({ name, severity, message }: CheckLine, found: Found | undefined): IntegrityCheck {
  const { count = 0, sampleIds = [], detail } = found ?? {};
  return { name, severity, count, message: detail ? `${message} ${detail}` : message, sample_ids: [...sampleIds] };
}

/** 57014: the time was up; 55P03: the schema is being changed; 42501: not allowed; class 40: try again. Anything else is a fault. */
function describeRefusal({ name }: CheckLine, { code, message }: { code: string; message: string }): IntegrityCheck {
  const severity = ['57014', '55P03', '42501'].includes(code) || code.startsWith('40') ? 'warning' : 'failure';
  return { name, severity, count: 1, message: `Not checked: ${message}.`, sample_ids: [] };
}

function makeReport(checks: IntegrityCheck[], checkedAt: Date): IntegrityReport {
  const found = (wanted: Severity) =>
    checks.filter(({ severity, count }) => severity === wanted && count > 0).map(({ name }) => name);
  const failures = found('failure');
  return {
    status: failures.length === 0 ? 'passed' : 'failed',
    checked_at: checkedAt,
    failures,
    warnings: found('warning'),
    checks,
  };
}
