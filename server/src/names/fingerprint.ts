import { hash } from 'node:crypto';
import { foldText } from '../library/search-words.ts';
import type { AuthorListRecord } from '../sources/author-list.ts';
import { OMISSION } from '../sources/record-authors.ts';
import { splitStatus } from '../sources/title-status.ts';
import { isGeneric } from './generic-titles.ts';
import { splitForms } from './name-forms.ts';
import { splitAuthors } from './split-authors.ts';

/**
 * Folds a title for comparison, and removes punctuation and a publisher's mark such as "RETRACTED:". `+` and `#` stay,
 * because "C", "C++" and "C#" are different subjects.
 */
export function normalizeTitle(title: string): string {
  return foldText(splitStatus(title).title)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim();
}

/** The first author in a source's list, folded; null if the list is missing or begins with an omission. */
export function firstAuthor(authors: string | null): string | null {
  const name = firstName(authors)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return name ? foldText(name) : null;
}

/** The first name in a list with the family name last; "" if there is none. */
function firstName(authors: string | null): string {
  const list = authors?.trim() ?? '';
  // the first name is missing
  if (/^[,;，；、]/.test(list)) return '';
  const [name = ''] = splitAuthors(list);
  const [family = '', given] = name.split(',');
  return OMISSION.test(name) ? '' : given === undefined ? name : `${given} ${family}`.trim();
}

/**
 * SHA-256 in hexadecimal of the normalized title, the year, and the family name and initial of the first author. Equal
 * fingerprints mean the same publication. It does not matter whether a source writes "A Lovelace" or "Ada Lovelace".
 * Returns null if the title is generic, has no letter or was cut off, or if year or author is missing. The
 * near-duplicate repair, which needs more evidence, finds those.
 */
export function fingerprintOf({
  title,
  year,
  authors,
}: Pick<AuthorListRecord, 'title' | 'year' | 'authors'>): string | null {
  const normalized = normalizeTitle(title);
  const author = familyAndInitial(authors);
  const cutOff = /(…|\.\.\.)\s*$/.test(title);
  if (year === null || author === null || cutOff) return null;
  if (!/\p{L}/u.test(normalized) || isGeneric(normalized)) return null;
  return hash('sha256', `${normalized}\n${year}\n${author}`, 'hex');
}

/**
 * "lovelace a" for "A Lovelace", "Ada Lovelace", "Lovelace A" and a name with a form in another script behind it; null
 * if the list is missing or begins with an omission.
 */
function familyAndInitial(authors: string | null): string | null {
  const [form] = splitForms(firstName(authors));
  const names = (form?.text ?? '').match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [];
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (last === '') return null;
  // PubMed puts the initials last
  const isFamilyFirst = names.length > 1 && /^\p{Lu}{1,3}$/u.test(last) && !/^\p{Lu}{1,3}$/u.test(first);
  const [family, given] = isFamilyFirst ? [names.at(-2) ?? '', last] : [last, names.length > 1 ? first : ''];
  return foldText(`${family} ${[...given][0] ?? ''}`)
    .replace(/['’]/g, '')
    .trim();
}
