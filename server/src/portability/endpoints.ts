import { sendInParts } from '../platform/http/downloads.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { receiveJson } from '../platform/http/uploads.ts';
import * as contract from './contract.ts';
import { exportLibrary } from './export-library.ts';
import { importLibrary } from './import-library.ts';
import { fileTooLarge, MAX_BYTES } from './transfer-limits.ts';

export const exportScholars = endpoint({
  summary: 'Export your scholars and publications with your marks, or those of some scholars',
  description:
    'One JSON document, sent while it is read. `POST /api/v1/scholars/import` takes it, here or on another server.',
  query: contract.ExportQuery,
  response: contract.Library,
  errors: ['invalid_ids_param', 'scholar_not_found', 'rate_limited', 'not_ready'],
  handle: (context) =>
    sendInParts(context, (sendPart) => exportLibrary(context.db, context.user.id, context.query.ids, sendPart)),
});

export const importScholars = endpoint({
  summary: 'Import an export, or preview the import',
  description:
    'All or nothing. Importing twice changes nothing the second time. With `dry_run=true`, the response says what an import would do.',
  query: contract.ImportQuery,
  body: contract.ImportBody,
  upload: ['application/json'],
  response: contract.ImportResponse,
  errors: [
    'invalid_import_payload',
    'invalid_import_schema_version',
    'import_in_progress',
    'request_timeout',
    'not_ready',
  ],
  handle: (context) =>
    receiveJson(context, { maxBytes: MAX_BYTES, refusal: fileTooLarge() }, (file) =>
      importLibrary(context, context.user.id, file, { isDryRun: context.query.dry_run ?? false }),
    ),
});
