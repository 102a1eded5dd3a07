import { downloadEndpoint } from '../platform/http/download-endpoint.ts';
import { uploadEndpoint } from '../platform/http/upload-endpoint.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { exportLibrary } from './export-library.ts';
import { importLibrary } from './import-library.ts';

export const exportScholars = downloadEndpoint({
  summary: 'Export your scholars and publications with your marks, or those of some scholars',
  query: contract.ExportQuery,
  answer: contract.Library,
  example: examples.exported,
  problems: ['invalid_ids_param', 'scholar_not_found', 'rate_limited', 'not_ready'],
  send: ({ db, user, query }, sendPart) => exportLibrary(db, user.id, query.ids, sendPart),
});

export const importScholars = uploadEndpoint({
  summary: 'Import an export, or preview the import',
  query: contract.ImportQuery,
  body: contract.ImportBody,
  mostBytes: contract.MOST_BYTES,
  answer: contract.ImportAnswer,
  example: examples.imported,
  problems: [
    'invalid_import_payload',
    'invalid_import_schema_version',
    'import_in_progress',
    'request_timeout',
    'not_ready',
  ],
  handle: (ask) => importLibrary(ask, ask.user.id, ask.body, { isDryRun: ask.query.dry_run ?? false }),
});
