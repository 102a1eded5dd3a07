import type { Kind } from '../../names/kinds.ts';
import { SUFFIX } from '../../names/split-authors.ts';
import { storedAuthor } from '../../publications/stored-authors.ts';
import { readMarkup } from '../../sources/markup/read-markup.ts';
import { plainText } from '../../sources/markup/rich-text.ts';
import type { IdentifierKind, RecordAuthor, RecordBiblio, RecordIdentifier } from '../../sources/record.ts';
import { type AuthorList, readAuthorName, readSuffix } from '../../sources/record-authors.ts';
import { readIdentifiers, readIdentifiersOfAddresses } from '../../sources/record-identifiers.ts';
import { readBiblio, readTitle } from '../../sources/record-text.ts';
import { citeKeyOf } from '../import-record.ts';
import type { Fields } from '../payload-reader.ts';
import { readIsbn } from '../reference.ts';
import { itemOf } from '../reference-item.ts';

type Identifiers = readonly (readonly [kind: IdentifierKind, value: unknown])[];

/** A publication as a file of citations describes it. Texts may have markup. Null: the file does not say. */
export interface CitedEntry {
  readonly title: unknown;
  readonly authors: AuthorList;
  /** the authors of what has no others */
  readonly editors: AuthorList;
  /** a text with the year in it: "2020", "2020-05-01", "May 2020" */
  readonly date: unknown;
  /** `type` is its kind, `isbn` a list of texts that may be one */
  readonly biblio: Readonly<Partial<Record<keyof RecordBiblio, unknown>>> & {
    readonly type: Kind | null;
    readonly isbn: readonly unknown[];
  };
  readonly identifiers: Identifiers;
  readonly addresses: readonly unknown[];
  readonly keywords: readonly string[];
  readonly notes: readonly string[];
  readonly key: unknown;
}

/** A longer entry is not read, because that would block the event loop. Ten thousand authors take a third of it. */
export const MAX_ENTRY_BYTES = 1_000_000;

/** What exports of citations write in a note if the list of authors was cut off. */
export const INCOMPLETE_AUTHORS = 'The list of authors is incomplete.';
/** What exports of citations write in a note about a retraction. */
const OWN_NOTICE =
  /^(?:Retracted|Withdrawn|Expression of concern)(?:: (?:\d{4}[\d-]*)?(?:, )?(?:https:\/\/doi\.org\/\S+)?)?\.?$/;
/** Zotero has identifiers and fields that a format does not know as lines of the note. */
const NOTED_IDENTIFIER = /^(doi|pmid|pmcid|arxiv)\s*:\s*(\S.*)$/i;
const NOTED_FIELD = /^(?:Citation Key|Publisher|_eprint|tex\.[\w.-]+):/;
const YEAR = /(?<!\d)(?:1\d{3}|20\d\d)(?!\d)/;
const BLOCK = /<(?:p|div|br|li|h[1-6])\b/i;
const MAX_TITLE = 20_000;
const MAX_TEXT = 200_000;

/** A publication of a file of citations as an item of an import, which the library has without any scholar. */
export function citedItem(entry: CitedEntry): Fields {
  const { notes, identifiers: noted, isIncomplete } = readNotes(entry.notes);
  const stated = readIdentifiers(entry.identifiers);
  const isEdited = entry.authors.authors.length === 0;
  const { authors, hasMore } = isEdited ? entry.editors : entry.authors;
  const editors = isEdited ? [] : entry.editors.authors.map(storedAuthor);
  const biblio = readBiblio(entry.biblio);
  const urls = entry.addresses.filter((url) => typeof url === 'string' && /^https?:\/\//i.test(url)) as string[];
  const record = {
    // the import cuts a longer one, and says so
    title: readTitle(entry.title, MAX_TITLE),
    year: Number(YEAR.exec(typeof entry.date === 'object' ? '' : String(entry.date))?.[0] ?? 0) || null,
    authors,
    identifiers: [
      ...stated,
      ...noted.filter(({ kind }) => stated.every((one) => one.kind !== kind)),
      ...readIdentifiersOfAddresses(urls),
    ],
    evidenceUrl: null,
    landingPages: urls,
    metadata: { biblio, hasAllAuthors: !hasMore && !isIncomplete },
  };
  return {
    ...itemOf(record, []),
    authors: authors.length === 0 ? null : authors.map(storedAuthor),
    biblio: { ...biblio, isbn: entry.biblio.isbn.flatMap(readIsbns)[0] ?? null, editors },
    tags: entry.keywords.flatMap((keyword) => keyword.trim() || []),
    notes,
    cite_key: citeKeyOf(entry.key),
  };
}

/** "978-3-446-40695-7 (hardback), 3446406956" */
function readIsbns(text: unknown): string[] {
  const parts = typeof text === 'string' ? text.split(/[,;()]/) : [];
  return parts.flatMap((part) => readIsbn(part.trim()) ?? []);
}

function readNotes(texts: readonly string[]) {
  const identifiers: RecordIdentifier[] = [];
  let isIncomplete = false;
  const notes = texts.flatMap((raw) => {
    const whole = plainNote(raw.slice(0, MAX_TEXT));
    const own = whole.endsWith(INCOMPLETE_AUTHORS)
      ? whole.slice(0, -INCOMPLETE_AUTHORS.length).replace(/\. $/, '')
      : whole;
    isIncomplete ||= own !== whole;
    if (own === '' || OWN_NOTICE.test(own)) return [];
    const lines = own.split('\n').filter((line) => {
      const [, kind = '', value] = NOTED_IDENTIFIER.exec(line) ?? [];
      const found = readIdentifiers([[kind.toLowerCase() as IdentifierKind, value]]);
      identifiers.push(...found);
      return found.length === 0 && !NOTED_FIELD.test(line);
    });
    return lines.join('\n').trim() || [];
  });
  return { notes, identifiers, isIncomplete };
}

/** Zotero's notes are HTML. */
function plainNote(text: string): string {
  const lines = BLOCK.test(text) ? plainText(readMarkup(text)) : text;
  return lines
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** A name in the parts in which a file of citations has it. */
export interface NameParts {
  readonly given?: unknown;
  readonly family?: unknown;
  /** the words before the family name: "van der" */
  readonly particle?: unknown;
  readonly suffix?: unknown;
  /** an organization, or a name that must not be split */
  readonly literal?: unknown;
}

/** An author of a source's list; none if there is no name. */
export function citedAuthor({ family, particle, literal, ...parts }: NameParts): RecordAuthor[] {
  // both orders are in use: "Lund, Jr., Ada" and "Lund, Ada, Jr."
  const names = typeof parts.given === 'string' ? parts.given : '';
  const isSwapped = SUFFIX.test(names) && typeof parts.suffix === 'string';
  // Zotero has no field for a suffix: the given names are "Ada, Jr."
  const [, before, behind = ''] = /^(.*),\s*(\S+)$/.exec(names) ?? [];
  const [given, suffix] = isSwapped
    ? [parts.suffix, parts.given]
    : SUFFIX.test(behind)
      ? [before, behind]
      : [parts.given, parts.suffix];
  const whole = readAuthorName(literal);
  if (whole !== null) return [{ name: whole, family: null, isOrganization: true }];
  const first = readAuthorName(given);
  const last = readAuthorName([particle, family].filter((part) => typeof part === 'string' && part !== '').join(' '));
  if (last === null) return first === null ? [] : [{ name: first, family: null }];
  const end = readSuffix(suffix);
  const name = [first, last, end].filter((part) => part !== null).join(' ');
  return [{ name, family: last, ...(end === null ? {} : { suffix: end }) }];
}
