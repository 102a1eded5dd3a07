import { setImmediate } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { SCHEMA_VERSION } from './contract.ts';
import type { ImportNotes } from './import-notes.ts';
import { type ImportedPublication, type ImportedScholar, readPublication, readScholar } from './import-record.ts';
import { BrokenJson, type Item, OtherForm, PayloadReader } from './payload-reader.ts';
import { type StagedPublication, stagePublications, stageScholars } from './stage-store.ts';

const BATCH = 500;
/** After so many items other requests are served. */
const ITEMS_IN_A_ROW = 50;

/**
 * Reads a file while it arrives and puts it into the tables of the stage, a batch at a time: while the database saves one, the next is read.
 * `planFirstSource` says which source is asked first about a new publication.
 * @throws Problem `invalid_json`, `invalid_import_payload`, `invalid_import_schema_version`
 */
export async function readPayload(
  stage: Database,
  file: AsyncIterable<Uint8Array>,
  {
    sourceOrigin,
    notes,
    planFirstSource,
  }: {
    readonly sourceOrigin: string;
    readonly notes: ImportNotes;
    planFirstSource(publication: ImportedPublication): string | null;
  },
): Promise<void> {
  const reader = new PayloadReader();
  let scholars: ImportedScholar[] = [];
  let publications: StagedPublication[] = [];
  let saving: Promise<void> = Promise.resolve();
  const save = async () => {
    await saving;
    const [some, others] = [scholars, publications];
    scholars = [];
    publications = [];
    saving = stageScholars(stage, some).then(() => stagePublications(stage, others));
    // it is awaited with the next batch or at the end
    saving.catch(() => undefined);
  };
  const take = ({ list, position, value }: Item) => {
    const place = `${list}[${position}]`;
    if (value === undefined) return notes.skip(place, 'it is too long');
    const reading = list === 'scholars' ? readScholar(value) : readPublication(value, sourceOrigin);
    if ('problem' in reading) return notes.skip(place, reading.problem);
    notes.leaveOut(place, reading.leftOut);
    notes.cut(place, reading.cut);
    if ('evidence' in reading.record)
      publications.push({ ...reading.record, position, searchSource: planFirstSource(reading.record) });
    else scholars.push(reading.record);
  };
  let inRow = 0;
  try {
    for await (const part of file) {
      for (const item of orProblem(() => reader.read(part))) {
        take(item);
        if (publications.length + scholars.length >= BATCH) await save();
        inRow += 1;
        if (inRow % ITEMS_IN_A_ROW === 0) await setImmediate();
      }
    }
    checkVersion(orProblem(() => reader.end()).schema_version ?? null);
    await save();
  } finally {
    // the connection must be idle when it is given back
    await saving;
  }
}

function orProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BrokenJson)
      throw new Problem('malformed', 'invalid_json', 'The request body is not valid JSON.');
    if (!(error instanceof OtherForm)) throw error;
    const message = 'This is not an export. It must be an object with the lists scholars and publications.';
    throw new Problem('invalid', 'invalid_import_payload', message, [{ path: '', message: error.message }]);
  }
}

function checkVersion(value: unknown): void {
  if (value === null || value === SCHEMA_VERSION) return;
  const message = `This version of the export format is not supported. Supported is ${SCHEMA_VERSION}.`;
  throw new Problem('invalid', 'invalid_import_schema_version', message, [
    { path: 'schema_version', message: `must be ${SCHEMA_VERSION}` },
  ]);
}
