import type { Batches, FileParts, KeyedItem } from './item.ts';
import { writeBibtex } from './write-bibtex.ts';
import { writeCsl } from './write-csl.ts';
import { CSV_HEAD, writeCsv } from './write-csv.ts';
import { zipMarkdown } from './write-markdown.ts';
import { writeRis } from './write-ris.ts';

/** A file format of citations. */
export interface Format {
  readonly contentType: string;
  readonly fileName: string;
  /** whether it has abstracts, tags and notes */
  readonly hasReading: boolean;
  /** Writes a file of batches of items. Each part is written as soon as its items are known. */
  write(batches: Batches<KeyedItem>): FileParts;
}

export type FormatName = 'bibtex' | 'ris' | 'csl-json' | 'csv' | 'markdown';

/** The media types are those that Crossref and DataCite use in content negotiation. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  bibtex: {
    contentType: 'application/x-bibtex; charset=utf-8',
    fileName: 'publications.bib',
    ...textOf(writeBibtex, { separator: '\n' }),
  },
  ris: {
    contentType: 'application/x-research-info-systems; charset=utf-8',
    fileName: 'publications.ris',
    ...textOf(writeRis),
  },
  'csl-json': {
    contentType: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    fileName: 'publications.json',
    ...textOf(writeCsl, { head: '[\n', separator: ',\n', tail: '\n]\n' }),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'publications.csv',
    ...textOf(writeCsv, { head: CSV_HEAD }),
  },
  markdown: {
    contentType: 'application/zip',
    fileName: 'publications.zip',
    hasReading: true,
    write: zipMarkdown,
  },
};

/** A text of one item after the other, with what stands before, between and after them. */
function textOf(
  writeItem: (item: KeyedItem) => string,
  { head = '', separator = '', tail = '' } = {},
): Pick<Format, 'hasReading' | 'write'> {
  return {
    hasReading: false,
    async *write(batches) {
      let isEmpty = true;
      for await (const items of batches) {
        yield (isEmpty ? head : separator) + items.map(writeItem).join(separator);
        isEmpty = false;
      }
      yield isEmpty ? head + tail : tail;
    },
  };
}
