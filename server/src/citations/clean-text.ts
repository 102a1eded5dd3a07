import { cleanText } from '../platform/clean-text.ts';
import { readRichText } from '../sources/markup/read-rich-text.ts';
import { plainText } from '../sources/markup/rich-text.ts';

/**
 * A stored title as rich text of one line. Rows of profiles, imported files and records of older versions have titles
 * with markup and TeX, which are read here.
 */
export function cleanTitle(title: string): string {
  return cleanText(readRichText(cleanText(title) ?? '', 'kept')) ?? '';
}

/** A clean title without markup. */
export function plainTitle(title: string): string {
  return plainText(title);
}
