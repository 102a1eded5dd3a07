import type { Database } from '../platform/database/database.ts';
import { checkPages } from './check-pages.ts';
import { CHECKS, type CheckName } from './integrity-checks.ts';
import type { Findings, Probe } from './integrity-probe.ts';
import { PROBES } from './integrity-probes.ts';
import {
  type Found,
  type IntegrityCheck,
  type IntegrityReport,
  makeReport,
  NOTHING_FOUND,
} from './integrity-report.ts';
import { readApart, refusalOf } from './probe-store.ts';
import type { Severity } from './severity.ts';

/** Statements that are under way at once: beside them the service has the rest of its connections. */
const RUNNERS = 2;
const STATEMENT_SECONDS = 60;

/** A check that PostgreSQL refused to answer. */
interface Unanswered {
  readonly severity: Severity;
  readonly why: string;
}

/**
 * Looks whether all that is stored fits together (integrity-checks.ts). It only reads, a statement at a time, so that no writer waits; each
 * statement sees the database as of one moment, and no transaction of the service leaves a fault behind. What could not be looked at is a warning;
 * a failure, if tables are missing or cannot be read.
 */
export async function checkIntegrity(db: Database): Promise<IntegrityReport> {
  const checkedAt = new Date();
  const found = new Map<CheckName, Found>();
  const unanswered = new Map<CheckName, Unanswered>();
  const waiting = [...PROBES];
  const ask = async (names: readonly CheckName[], find: () => Promise<Findings>) => {
    try {
      for (const [name, one] of Object.entries(await find()) as [CheckName, Found][])
        found.set(name, add(found.get(name), one));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      for (const name of names) unanswered.set(name, { severity: graveness(refusal.code), why: refusal.message });
    }
  };
  const work = async () => {
    for (let probe = waiting.shift(); probe; probe = waiting.shift()) {
      const { names, find }: Probe = probe;
      await ask(names, () => readApart(db, STATEMENT_SECONDS, find));
    }
  };
  // one transaction of its own, beside nothing: it may have to make the extension
  const lookAtPages = () => ask(['page_checks', 'corrupt_indexes', 'corrupt_pages'], () => checkPages(db));
  const runners = Array.from({ length: RUNNERS }, (_, at) => (at === 0 ? lookAtPages().then(work) : work()));
  for (const end of await Promise.allSettled(runners)) if (end.status === 'rejected') throw end.reason;
  const names = Object.keys(CHECKS) as CheckName[];
  return makeReport(
    names.map((name) => describe(name, found.get(name), unanswered.get(name))),
    checkedAt,
  );
}

function describe(name: CheckName, found: Found | undefined, unanswered: Unanswered | undefined): IntegrityCheck {
  const [severity, message] = CHECKS[name];
  if (unanswered) {
    const { why } = unanswered;
    return { name, severity: unanswered.severity, count: 1, message: `Not checked: ${why}.`, sample_ids: [] };
  }
  const { count, sampleIds, detail } = found ?? NOTHING_FOUND;
  return { name, severity, count, message: detail ? `${message} ${detail}` : message, sample_ids: [...sampleIds] };
}

function add(before: Found | undefined, { count, sampleIds, detail }: Found): Found {
  if (!before) return { count, sampleIds, ...(detail ? { detail } : {}) };
  const details = [before.detail, detail].filter((text) => text);
  return {
    count: before.count + count,
    sampleIds: [...new Set([...before.sampleIds, ...sampleIds])].slice(0, 10),
    ...(details.length > 0 ? { detail: details.join(' ') } : {}),
  };
}

/** 57014: its time was up; 55P03: somebody changes the schema; 42501: not allowed; class 40: to be asked again. All else is out of order. */
function graveness(code: string): Severity {
  return ['57014', '55P03', '42501'].includes(code) || code.startsWith('40') ? 'warning' : 'failure';
}
