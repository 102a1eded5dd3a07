/** What the works of one field of research sound like. Words between underscores are set in italics. */
export interface Field {
  readonly name: string;
  readonly interests: readonly string[];
  /** Sentences with slots: `{task}` takes one entry of `words.task`. */
  readonly templates: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly venues: readonly string[];
}

/** The entries of a list written as one text with bars between them. */
export function listOf(text: string): readonly string[] {
  return text.split('|').map((entry) => entry.trim().replaceAll(/\s+/g, ' '));
}
