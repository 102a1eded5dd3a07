import type { Database } from '../platform/database/database.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { checkIntegrity } from './check-integrity.ts';
import * as contract from './contract.ts';
import { dropAllPublications } from './drop-all-publications.ts';
import { repairLinks } from './repair-links.ts';

export const repairPublicationLinks = endpoint({
  summary: 'Repair library entries, or only count the repairs unless dry_run is false',
  description:
    'Read and favorite marks survive every repair. Applying to all users needs the confirmation text `REPAIR ALL USERS`.',
  body: contract.LinkRepairBody,
  response: contract.LinkRepairResponse,
  errors: ['forbidden', 'confirmation_required', 'invalid_repair_scope', 'repair_in_progress'],
  handle: ({ user, body, ...services }) => repairLinks(services, body, { name: user.email, userId: user.id }),
});

export const dropAll = endpoint({
  summary:
    'Export every library to a file in DATA_DIR, delete all publications, and crawl every scholar from the beginning',
  description:
    'Needs the confirmation text `DROP ALL PUBLICATIONS`. Scholars stay, and are crawled from the beginning.',
  body: contract.DropBody,
  response: contract.DropResponse,
  errors: ['forbidden', 'confirmation_required', 'repair_in_progress', 'publications_in_use', 'export_not_written'],
  async handle({ user, body, ...services }) {
    const operator = { name: user.email, userId: user.id };
    const { deleted, scholars, folder } = await dropAllPublications(services, operator, body.confirmation_text ?? null);
    return {
      deleted_count: deleted,
      message: `Deleted ${deleted} publications. ${scholars} scholars are queued. The libraries are saved in ${folder} in DATA_DIR; import a user's file to restore the marks.`,
    };
  },
});

/** Reports under way. A request meanwhile gets the same one. */
const underWay = new WeakMap<Database, Promise<contract.IntegrityReport>>();

export const showIntegrity = endpoint({
  summary: 'Check the integrity of the database; a large one takes some seconds',
  description: '`status` is `passed` if no check of the severity `failure` found anything.',
  response: contract.Report,
  errors: ['forbidden'],
  handle({ db }) {
    const report = underWay.get(db) ?? checkIntegrity(db).finally(() => underWay.delete(db));
    underWay.set(db, report);
    return report;
  },
});
