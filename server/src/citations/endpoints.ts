import { sendFile } from '../platform/http/downloads.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { exportCitations } from './export-citations.ts';
import { FORMATS } from './formats.ts';

export const exportPublications = endpoint({
  summary: 'Export citations of a list or of some publications as BibTeX, RIS, CSL-JSON, CSV or Markdown',
  description:
    'Takes the filters and the order of `GET /api/v1/publications`. The file is sent while it is written. `markdown` is a zip archive of one file for each publication, with its abstract, your tags and your notes.',
  query: contract.ExportQuery,
  response: contract.ExportFile,
  errors: [
    'invalid_ids_param',
    'invalid_snapshot',
    'scholar_not_found',
    'publication_not_found',
    'rate_limited',
    'not_ready',
  ],
  handle(context) {
    const { db, user, query } = context;
    const { contentType, fileName: name } = FORMATS[query.format];
    return sendFile(context, { contentType, name }, (send) => exportCitations(db, user.id, query, send));
  },
});
