import { type ComparableTitle, isOfForm } from './comparable-title.ts';

/** What only one of two titles has. Weights as those of stems. */
export interface ExtraWords {
  /** in the longer title before the first word that both have: "Overview of …", authors of a citation */
  readonly before: number;
  /** between words that both have: "queries" in "preference queries of users" */
  readonly within: number;
  /** after the last word that both have: a subtitle, or the rest of a citation */
  readonly after: number;
  /** how many words, in either title alone, say in which form the work was given: "panel", "extended" */
  readonly ofForm: number;
}

/** The order of the two does not matter. */
export function compareExtraWords(a: ComparableTitle, b: ComparableTitle): ExtraWords {
  const [short, long] = isShorter(a, b) ? [a, b] : [b, a];
  const ofShort = new Set(short.stemsInPlace.map(withoutWeight));
  const ofLong = new Set(long.stemsInPlace.map(withoutWeight));
  let [before, within, after, ofForm, sinceShared] = [0, 0, 0, 0, 0];
  let isShared = false;
  for (const word of long.stemsInPlace) {
    const stem = withoutWeight(word);
    if (ofShort.has(stem)) {
      if (isShared) within += sinceShared;
      else before = sinceShared;
      isShared = true;
      sinceShared = 0;
    } else {
      sinceShared += word % 16;
      if (isOfForm(stem)) ofForm++;
    }
  }
  if (isShared) after = sinceShared;
  else before = sinceShared;
  for (const stem of ofShort) if (!ofLong.has(stem) && isOfForm(stem)) ofForm++;
  return { before, within, after, ofForm };
}

function isShorter(a: ComparableTitle, b: ComparableTitle): boolean {
  return a.key.length === b.key.length ? a.key < b.key : a.key.length < b.key.length;
}

const withoutWeight = (word: number) => Math.floor(word / 16);
