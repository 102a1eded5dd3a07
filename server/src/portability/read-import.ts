import { Problem } from '../platform/errors.ts';
import { readBibtex } from './citation-files/read-bibtex.ts';
import { readCsl } from './citation-files/read-csl.ts';
import { readRis } from './citation-files/read-ris.ts';
import { BrokenJson, type ImportItems, NotAnExport, PayloadReader } from './payload-reader.ts';
import { refuseFile } from './refuse-file.ts';

type Format = 'export' | 'csl-json' | 'bibtex' | 'ris';

/** The formats of media types. The beginning of the file says that of any other type. */
const FORMAT_OF: Readonly<Record<string, Format>> = {
  'application/x-bibtex': 'bibtex',
  'application/x-research-info-systems': 'ris',
  'application/vnd.citationstyles.csl+json': 'csl-json',
};
/** How much of a file shows its format. Comments may come before the first entry. */
const START_BYTES = 16_384;
const BOM = Buffer.from('\ufeff');

/**
 * Reads the items of a file while it arrives: an export of a library, or citations as BibTeX, RIS or CSL-JSON.
 * @throws Problem `invalid_json`, `invalid_import_payload`, `payload_too_large`, `not_ready`
 */
export async function* readImport(file: AsyncIterable<Uint8Array>, mediaType: string | null): ImportItems {
  const parts = file[Symbol.asyncIterator]();
  try {
    const start = await readStart(parts);
    const [type = ''] = (mediaType ?? '').toLowerCase().split(';');
    const format = FORMAT_OF[type.trim()] ?? formatOf(start.toString('latin1'), type.trim() === 'application/json');
    const items = READERS[format](withStart(start, parts));
    let count = 0;
    let next = await items.next();
    for (; !next.done; next = await items.next()) {
      count += next.value.length;
      yield next.value;
    }
    if (count === 0 && format !== 'export') throw refuseFile(`There are no entries in this file. ${EXPECTED}`);
    return next.value;
  } catch (error) {
    if (error instanceof BrokenJson)
      throw new Problem('malformed', 'invalid_json', 'The request body is not valid JSON.');
    if (!(error instanceof NotAnExport)) throw error;
    const message = 'This is not an export. It must be an object with the lists scholars and publications.';
    throw refuseFile(message, error.message);
  } finally {
    await parts.return?.();
  }
}

const READERS: Readonly<Record<Format, (file: AsyncIterable<Uint8Array>) => ImportItems>> = {
  export: readExport,
  'csl-json': readCsl,
  bibtex: readBibtex,
  ris: readRis,
};

async function* readExport(file: AsyncIterable<Uint8Array>): ImportItems {
  const reader = new PayloadReader();
  for await (const part of file) yield reader.read(part);
  return reader.end();
}

async function readStart(parts: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < START_BYTES) {
    const part = await parts.next();
    if (part.done) break;
    start = Buffer.concat([start, part.value]);
  }
  return start.subarray(0, 3).equals(BOM) ? start.subarray(3) : start;
}

async function* withStart(start: Buffer, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value;
}

const EXPECTED = 'Send an export of Lectern, or citations as BibTeX, RIS or CSL-JSON.';

/** The format that the beginning of a file shows. */
function formatOf(start: string, isJson: boolean): Format {
  const [first] = start.trimStart();
  if (first === '[') return 'csl-json';
  if (first === '{' || isJson) return 'export';
  if (first === '<') throw refuseFile(`XML cannot be imported. In EndNote, export the library as RefMan (RIS).`);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(start)) throw refuseFile('The file is in UTF-16. Save it in UTF-8.');
  const [ris, bibtex] = [/^TY {2}-/m, /^\s*@\s*[a-z]+\s*[{(]/im].map((begin) => begin.exec(start)?.index ?? Infinity);
  if (ris === bibtex) throw refuseFile(`The format of this file is not known. ${EXPECTED}`);
  return (ris ?? Infinity) < (bibtex ?? Infinity) ? 'ris' : 'bibtex';
}
