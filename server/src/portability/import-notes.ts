import { MAX_WARNINGS } from './contract.ts';

/** What an import skips or leaves out: the first hundred cases as sentences, the rest as a number. */
export class ImportNotes {
  readonly #sentences: string[] = [];
  #unsaid = 0;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  /** how many more sentences there is room for */
  get room(): number {
    return Math.max(1, MAX_WARNINGS - this.#sentences.length);
  }

  skip(place: string, reason: string): void {
    this.#skipped += 1;
    this.#say(`${place} was skipped: ${reason}.`);
  }

  leaveOut(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#say(`${place}: ${fields.join(', ')} could not be read and was left out.`);
  }

  cut(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#say(`${place}: ${fields.join(', ')} is too long and was cut.`);
  }

  /** Adds what was skipped beyond the sentences. */
  skipUnsaid(count: number): void {
    this.#skipped += count;
    this.#unsaid += count;
  }

  warnings(): string[] {
    return this.#unsaid === 0 ? this.#sentences : [...this.#sentences, `${this.#unsaid} more warnings are not shown.`];
  }

  #say(sentence: string): void {
    if (this.#sentences.length < MAX_WARNINGS) this.#sentences.push(sentence);
    else this.#unsaid += 1;
  }
}
