import { setImmediate } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Identifier } from '../publications/identifiers.ts';
import { SCHEMA_VERSION } from './contract.ts';
import type { ImportNotes } from './import-notes.ts';
import { type ImportedScholar, readScholar, readWork } from './import-record.ts';
import { BrokenJson, type Found, OtherForm, PayloadReader } from './payload-reader.ts';
import { type StagedWork, stageScholars, stageWorks } from './stage-store.ts';

const AT_ONCE = 500;
/** After so many records everything else has its turn: what is kept goes out only then, and other requests wait no longer. */
const IN_A_ROW = 50;

interface PlannedWork {
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly identifiers: readonly Identifier[];
}

/**
 * Reads a file as it comes in, and keeps what it says in the tables of the stage, some hundred records at a time: while the database keeps these,
 * the next are read.
 * @throws Problem `invalid_json`, `invalid_import_payload`, `invalid_import_schema_version`
 */
export async function readPayload(
  stage: Database,
  file: AsyncIterable<Uint8Array>,
  how: {
    readonly sourceOrigin: string;
    /** who is to be asked first about a work, should it be new */
    planSearch(work: PlannedWork): string | null;
    readonly notes: ImportNotes;
  },
): Promise<void> {
  const reader = new PayloadReader();
  let scholars: ImportedScholar[] = [];
  let works: StagedWork[] = [];
  let keeping: Promise<void> = Promise.resolve();
  const keep = async () => {
    // one batch is kept while the next is read
    await keeping;
    const [some, others] = [scholars, works];
    scholars = [];
    works = [];
    keeping = stageScholars(stage, some).then(() => stageWorks(stage, others));
    // it is awaited at the next batch or at the end
    keeping.catch(() => undefined);
  };
  const take = (found: Found) => {
    if (found.kind === 'schema_version') return checkVersion(found.value);
    if (found.kind === 'oversized') return how.notes.skip(`${found.list}[${found.position}]`, 'it is too long');
    const place = `${found.kind}[${found.position}]`;
    const reading = found.kind === 'scholars' ? readScholar(found.item) : readWork(found.item, how.sourceOrigin);
    if ('problem' in reading) return how.notes.skip(place, reading.problem);
    how.notes.leaveOut(place, reading.leftOut);
    how.notes.cut(place, reading.cut);
    if ('title' in reading.record) {
      const { title, year, authors, identifiers } = reading.record;
      const searchSource = how.planSearch({ title, year, authorText: authors, identifiers });
      works.push({ ...reading.record, position: found.position, searchSource });
    } else scholars.push(reading.record);
  };
  let inRow = 0;
  try {
    for await (const part of file) {
      for (const found of inWords(() => reader.read(part))) {
        take(found);
        if (works.length + scholars.length >= AT_ONCE) await keep();
        inRow += 1;
        if (inRow % IN_A_ROW === 0) await setImmediate();
      }
    }
    inWords(() => reader.end());
    await keep();
  } finally {
    // the connection is given back when nothing goes on on it
    await keeping;
  }
}

function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BrokenJson)
      throw new Problem('malformed', 'invalid_json', 'The request body is not valid JSON.');
    if (!(error instanceof OtherForm)) throw error;
    const message = 'This is not the form of an export: an object with the lists scholars and publications.';
    throw new Problem('invalid', 'invalid_import_payload', message, [{ path: '', message: error.message }]);
  }
}

function checkVersion(value: unknown): void {
  if (value === null || value === SCHEMA_VERSION) return;
  const message = `This version of the form is not known. Known is ${SCHEMA_VERSION}.`;
  throw new Problem('invalid', 'invalid_import_schema_version', message, [
    { path: 'schema_version', message: `must be ${SCHEMA_VERSION}` },
  ]);
}
