import { readMarkup } from './read-markup.ts';
import { type Certainty, type Formulas, readTex } from './read-tex.ts';
import { closeUp, pairTags, tidy } from './rich-text.ts';

/** Reads what a source wrote, in HTML, JATS, MathML or TeX, as rich text. Its lines are the blocks of the markup. */
export function readRichLines(raw: string, formulas: Formulas): string[] {
  return readMarkup(raw)
    .split('\n')
    .map((line) => tidy(closeUp(pairTags(readTex(line, formulas)))));
}

/** Reads what a source wrote as rich text of one line. */
export function readRichText(raw: string, formulas: Formulas, certainty: Certainty = 'possible'): string {
  const rich = pairTags(readTex(readMarkup(raw), formulas, certainty));
  // the spaces of TeX are those of its author
  return tidy(certainty === 'certain' ? rich : closeUp(rich));
}
