import type { Database } from '../platform/database/database.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { checkIntegrity } from './check-integrity.ts';
import { examples } from './examples.ts';
import { Report } from './integrity-contract.ts';
import type { IntegrityReport } from './integrity-report.ts';

/** Reports under way: who asks meanwhile gets the same one, so that impatience costs nothing. */
const underWay = new WeakMap<Database, Promise<IntegrityReport>>();

export const showIntegrity = endpoint({
  summary: 'Look whether all that is stored fits together; on a large database it takes some seconds',
  answer: Report,
  example: examples.integrity,
  problems: ['forbidden'],
  handle({ db }) {
    const report = underWay.get(db) ?? checkIntegrity(db).finally(() => underWay.delete(db));
    underWay.set(db, report);
    return report;
  },
});
