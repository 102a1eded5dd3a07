import { parseUrl } from '../platform/parse-url.ts';
import { findIdentifiers } from '../publications/find-identifiers.ts';
import { plainText } from '../sources/identifier-values.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import { IDENTIFIER_KINDS, readIdentifiers } from '../sources/record-identifiers.ts';

/** What a text says about the one publication that is meant. */
export type Reference =
  /** one of each kind at most, the most telling first */
  | { readonly kind: 'identifiers'; readonly identifiers: readonly RecordIdentifier[] }
  | { readonly kind: 'isbn'; readonly value: string }
  | { readonly kind: 'address'; readonly url: string }
  /** words, such as a title, which do not say which publication is meant */
  | { readonly kind: 'words'; readonly words: string };

/**
 * Reads an identifier, an address or an ISBN, alone or within a text such as a citation. A text with two identifiers of
 * one kind does not say which one is meant, so it counts as words; and so does a bare number, which may be a PMID, a
 * year or something else.
 */
export function readReference(text: string): Reference {
  const plain = plainText(text);
  const isbn = readIsbn(plain);
  if (isbn !== null) return { kind: 'isbn', value: isbn };
  if (/^\d+$/.test(plain)) return { kind: 'words', words: plain };
  const url = /^https?:\/\/\S+$/i.test(plain) ? parseUrl(plain) : null;
  const within = findIdentifiers(plain);
  const whole = url === null ? IDENTIFIER_KINDS.map((kind) => [kind, plain] as const) : [];
  const identifiers = ofOnePublication(within.length > 0 ? within : readIdentifiers(whole));
  if (identifiers.length > 0) return { kind: 'identifiers', identifiers };
  return url === null ? { kind: 'words', words: plain } : { kind: 'address', url: url.href };
}

/** The identifiers of a text or a page, each once; none if it names two of one kind, and so several publications. */
export function ofOnePublication(found: readonly RecordIdentifier[]): RecordIdentifier[] {
  const values = new Map(found.map(({ kind, value }) => [`${kind}:${value}`, { kind, value }]));
  const kinds = new Set(found.map(({ kind }) => kind));
  return values.size === kinds.size ? [...values.values()] : [];
}

/**
 * Returns the 13 digits of an ISBN, with or without its label and hyphens; null if a digit is wrong.
 * https://www.isbn-international.org/content/isbn-users-manual/29
 */
export function readIsbn(text: string): string | null {
  const digits = text.replace(/^isbn(?:-1[03])?[\s:]*/i, '').replaceAll(/[\s-]/g, '');
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits.slice(0, 12)) === digits.slice(12) ? digits : null;
  if (!/^\d{9}[\dX]$/i.test(digits)) return null;
  const sum = [...digits.toUpperCase()].reduce(
    (all, digit, at) => all + (10 - at) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  const start = `978${digits.slice(0, 9)}`;
  return sum % 11 === 0 ? start + checkDigit13(start) : null;
}

function checkDigit13(twelve: string): string {
  const sum = [...twelve].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}
