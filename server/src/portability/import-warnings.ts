import { MAX_TAGS } from '../tags/contract.ts';
import { MAX_WARNINGS } from './contract.ts';

/** Collects what an import skips or ignores: the first hundred warnings as sentences, the rest as a number. */
export class ImportWarnings {
  readonly #sentences: string[] = [];
  #omitted = 0;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  /** how many more sentences are stored, at least one */
  get room(): number {
    return Math.max(1, MAX_WARNINGS - this.#sentences.length);
  }

  skip(place: string, reason: string): void {
    this.#skipped += 1;
    this.#add(`${place} was skipped: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`);
  }

  say(sentence: string): void {
    this.#add(sentence);
  }

  ignoreFields(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#add(`${place}: unreadable fields were ignored: ${fields.join(', ')}.`);
  }

  cutFields(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#add(`${place}: fields were too long and were cut: ${fields.join(', ')}.`);
  }

  /** Reports tags that are more than a user can have. */
  omitTags(names: readonly string[]): void {
    for (const name of names)
      this.#add(`The tag “${name}” was not created, because you can have at most ${MAX_TAGS} tags.`);
  }

  /** Counts skipped items without a sentence for each. */
  skipMore(count: number): void {
    this.#skipped += count;
    this.#omitted += count;
  }

  /** The sentences, and the number of further warnings. */
  list(): string[] {
    return this.#omitted === 0
      ? this.#sentences
      : [...this.#sentences, `${this.#omitted} more warnings are not shown.`];
  }

  #add(sentence: string): void {
    if (this.#sentences.length < MAX_WARNINGS) this.#sentences.push(sentence);
    else this.#omitted += 1;
  }
}
