import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { dropAllPublications } from './drop-all-publications.ts';
import { examples } from './examples.ts';
import { repairLinks } from './repair-links.ts';

export const repairPublicationLinks = endpoint({
  summary: 'Mend the links between users and publications; without dry_run: false it only counts what it would change',
  body: contract.LinkRepairBody,
  answer: contract.LinkRepairAnswer,
  example: examples.repairLinks,
  problems: ['forbidden', 'confirmation_required', 'invalid_repair_scope', 'repair_in_progress'],
  handle: ({ user, body, ...services }) => repairLinks(services, body, { name: user.email, userId: user.id }),
});

export const dropAll = endpoint({
  summary: 'Delete all publications; every scholar is collected anew, and what comes back gets its marks again',
  body: contract.DropBody,
  answer: contract.DropAnswer,
  example: examples.dropAll,
  problems: ['forbidden', 'confirmation_required', 'repair_in_progress', 'publications_in_use'],
  async handle({ user, body, ...services }) {
    const operator = { name: user.email, userId: user.id };
    const { deleted, scholars } = await dropAllPublications(services, operator, body.confirmation_text ?? null);
    return {
      deleted_count: deleted,
      message: `Deleted ${deleted} publications. ${scholars} scholars are collected anew.`,
    };
  },
});
