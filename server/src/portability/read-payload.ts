import { setImmediate } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { PARTS, type Part } from '../reading-order/parts.ts';
import { MAX_VIEWS } from '../views/contract.ts';
import { SCHEMA_VERSION } from './contract.ts';
import { type ImportedRule, type ImportedView, readRule, readView } from './import-owned.ts';
import {
  type ImportedPublication,
  type ImportedScholar,
  type Reading,
  readPublication,
  readScholar,
} from './import-record.ts';
import type { ImportWarnings } from './import-warnings.ts';
import { type ImportItems, type Item, isObject } from './payload-reader.ts';
import { type StagedPublication, stagePublications, stageScholars } from './stage-store.ts';
import { fileTooLarge, MAX_ITEMS } from './transfer-limits.ts';

const BATCH = 500;
/** After this many items, other requests get the event loop. */
const ITEMS_BETWEEN_PAUSES = 50;

/** The views, rules and settings of a file. */
export interface Preferences {
  readonly views: readonly ImportedView[];
  readonly rules: readonly ImportedRule[];
  /** the parts of the reading order that are on; null if the file does not say */
  readonly readingParts: readonly Part[] | null;
}

/**
 * Reads the items of a file while it arrives, stages its scholars and publications in batches, and returns the rest.
 * While the database saves one batch, the next one is read. With `markRead`, all publications count as read.
 * `planFirstSource` returns the source that enrichment requests first for a new publication.
 * @throws Problem `invalid_import_schema_version`, `payload_too_large`, and those of the file's reader
 */
export async function readPayload(
  stage: Database,
  file: ImportItems,
  {
    sourceOrigin,
    warnings,
    markRead,
    planFirstSource,
  }: {
    readonly sourceOrigin: string;
    readonly warnings: ImportWarnings;
    readonly markRead: boolean;
    planFirstSource(publication: ImportedPublication): string | null;
  },
): Promise<Preferences> {
  const rules: ImportedRule[] = [];
  let scholars: ImportedScholar[] = [];
  let publications: StagedPublication[] = [];
  const views: ImportedView[] = [];
  let saving: Promise<void> = Promise.resolve();
  const save = async () => {
    await saving;
    const [some, others] = [scholars, publications];
    scholars = [];
    publications = [];
    saving = stageScholars(stage, some).then(() => stagePublications(stage, others));
    // an error is thrown when the next batch or the end awaits this
    saving.catch(() => undefined);
  };
  const take = ({ list, position, place, value, problem, publicationId }: Item) => {
    if (position >= MAX_ITEMS) throw fileTooLarge();
    if (problem !== undefined) return warnings.skip(place, problem);
    if (!isObject(value)) return warnings.skip(place, 'it must be an object');
    const keep = <T>(reading: Reading<T>, add: (record: T) => void) => {
      if ('problem' in reading) return warnings.skip(place, reading.problem);
      warnings.ignoreFields(place, reading.ignored);
      warnings.cutFields(place, reading.cut);
      add(reading.record);
    };
    if (list === 'scholars') keep(readScholar(value), (one) => scholars.push(one));
    else if (list === 'views') {
      if (views.length === MAX_VIEWS) return warnings.skip(place, `an import creates at most ${MAX_VIEWS} views`);
      keep(readView(value, position), (one) => views.push(one));
    } else if (list === 'rules') keep(readRule(value, position), (one) => rules.push(one));
    else
      keep(readPublication(value, sourceOrigin), (one) =>
        publications.push({
          ...one,
          ...(markRead ? { isRead: true } : {}),
          position,
          publicationId: publicationId ?? null,
          searchSource: planFirstSource(one),
        }),
      );
  };
  let count = 0;
  try {
    let next = await file.next();
    for (; !next.done; next = await file.next()) {
      for (const item of next.value) {
        take(item);
        if (publications.length + scholars.length >= BATCH) await save();
        count += 1;
        if (count % ITEMS_BETWEEN_PAUSES === 0) await setImmediate();
      }
      // also if there are no items, because reading takes time, too
      await setImmediate();
    }
    const { schema_version: version = null, reading_order_parts: parts = null, warnings: more = [] } = next.value;
    checkVersion(version);
    for (const sentence of more) warnings.say(sentence);
    await save();
    const readingParts = Array.isArray(parts) ? PARTS.filter((part) => parts.includes(part)) : null;
    if (parts !== null && readingParts === null) warnings.ignoreFields('the file', ['reading_order_parts']);
    return { views, rules, readingParts };
  } finally {
    // releases the body if the rest is not read
    await file.return({}).catch(() => undefined);
    // the connection must be idle when it returns to the pool
    await saving;
  }
}

function checkVersion(value: unknown): void {
  if (value === null || value === SCHEMA_VERSION) return;
  const message = `schema_version is not supported. Import a file with schema_version ${SCHEMA_VERSION}.`;
  throw new Problem('invalid', 'invalid_import_schema_version', message, [
    { path: 'schema_version', message: `must be ${SCHEMA_VERSION}` },
  ]);
}
