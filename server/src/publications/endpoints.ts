import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { Detail } from './contract.ts';
import { describePublication } from './describe-publication.ts';

export const show = endpoint({
  summary: 'Get everything about a publication in your library',
  description:
    'Has what a list leaves out: authors, abstract, identifiers with their evidence, places where a PDF may be, and why it is in your library.',
  path: IdInPath,
  response: Detail,
  errors: ['publication_not_found'],
  handle: ({ user, path, ...services }) => describePublication(services, user.id, path.id),
});
