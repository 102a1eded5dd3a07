import { invalidValue, Problem } from '../platform/errors.ts';
import { sendInParts } from '../platform/http/downloads.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { receiveJson } from '../platform/http/uploads.ts';
import { addReferences } from './add-references.ts';
import * as contract from './contract.ts';
import { exportLibrary } from './export-library.ts';
import { importLibrary } from './import-library.ts';
import { readImport } from './read-import.ts';
import * as references from './reference-contract.ts';
import { removeAdded } from './remove-added.ts';
import { fileTooLarge, MAX_BYTES } from './transfer-limits.ts';

const RETRY_AFTER_SECONDS = 60;

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
  summary: 'Import an export or citations, or preview the import',
  description:
    'Takes an export of a library, or citations as BibTeX, RIS or CSL-JSON, which the library then has without any scholar. The beginning of the file shows its format, unless the media type names it. All or nothing. Importing twice changes nothing the second time. With `dry_run=true`, the response says what an import would do.',
  query: contract.ImportQuery,
  body: contract.ImportBody,
  upload: ['application/json'],
  files: contract.CITATION_FILES,
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
      importLibrary(context, context.user.id, readImport(file, context.header('content-type')), {
        isDryRun: context.query.dry_run ?? false,
        markRead: context.query.mark_read ?? false,
      }),
    ),
});

export const addPublications = endpoint({
  summary: 'Add publications by an identifier or address',
  description:
    'Looks each reference up at the sources and adds the publication to your library, where it stays whoever you track. A text without an identifier adds nothing; `candidates` lists possible matches. A single `reference` that is not found, without candidates, is an error.',
  query: references.ReferenceQuery,
  body: references.ReferenceBody,
  response: references.ReferenceResponse,
  errors: ['reference_not_found', 'source_unavailable', 'import_in_progress', 'not_ready'],
  handle: async ({ body, query, user, ...services }) => {
    const { reference, references: list } = body;
    if ((reference === undefined) === (list === undefined))
      throw invalidValue('reference', 'or references is needed, and not both', 'Send either reference or references.');
    const texts = list ?? [reference ?? ''];
    const results = await addReferences(services, user.id, texts, { isDryRun: query.dry_run ?? false });
    if (reference !== undefined) refuseUnknown(results[0]);
    return { results };
  },
});

export const removePublication = endpoint({
  summary: 'Remove a publication that you added',
  description:
    'It stays in your library if you track a scholar who lists it, or if it is a favorite. Otherwise it is hidden. Its tags and notes are kept.',
  path: IdInPath,
  response: references.AddedResponse,
  errors: ['publication_not_found'],
  handle: ({ user, path, ...services }) => removeAdded(services, user.id, path.id, true),
});

export const putBackPublication = endpoint({
  summary: 'Put a publication back that you added and removed',
  description: 'It has the tags, notes and marks that it had.',
  path: IdInPath,
  response: references.AddedResponse,
  errors: ['publication_not_found'],
  handle: ({ user, path, ...services }) => removeAdded(services, user.id, path.id, false),
});

function refuseUnknown(result: references.Result | undefined): void {
  const { status, tried = [], candidates = [] } = result ?? {};
  if (candidates.length > 0) return;
  const mistakes = tried.map((message) => ({ path: 'reference', message }));
  if (status === 'not_found')
    throw new Problem('invalid', 'reference_not_found', `This reference was not found. ${tried.join(' ')}`, mistakes);
  if (status === 'unavailable')
    throw new Problem(
      'unavailable',
      'source_unavailable',
      `This reference cannot be looked up now. ${tried.join(' ')}`,
      {
        retry_after_seconds: RETRY_AFTER_SECONDS,
      },
    );
}
