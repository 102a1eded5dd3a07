import { MOST_WARNINGS } from './contract.ts';

/** What an import passes over, and what it says of that: the first hundred cases in words, the others as a number. */
export class ImportNotes {
  readonly #words: string[] = [];
  #unsaid = 0;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  /** how many more can be said in words */
  get room(): number {
    return Math.max(1, MOST_WARNINGS - this.#words.length);
  }

  skip(place: string, why: string): void {
    this.#skipped += 1;
    this.#say(`${place} was passed over: ${why}.`);
  }

  leaveOut(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#say(`${place}: ${fields.join(', ')} could not be read and was left out.`);
  }

  cut(place: string, fields: readonly string[]): void {
    if (fields.length > 0) this.#say(`${place}: ${fields.join(', ')} is too long and was cut.`);
  }

  /** Publications of scholars that are neither tracked nor in the file, and of none without being a favorite. */
  addStrays({
    count,
    first,
  }: {
    count: number;
    first: readonly { position: number; source_id: string | null }[];
  }): void {
    this.#skipped += count;
    for (const { position, source_id } of first) {
      const why =
        source_id === null
          ? 'it is of no scholar and no favorite'
          : `${source_id} is no scholar of the file or of yours`;
      this.#say(`publications[${position}] was passed over: ${why}.`);
    }
    this.#unsaid += Math.max(0, count - first.length);
  }

  warnings(): string[] {
    if (this.#unsaid === 0) return this.#words;
    return [...this.#words, `${this.#unsaid} more warnings are not shown.`];
  }

  #say(text: string): void {
    if (this.#words.length < MOST_WARNINGS) this.#words.push(text);
    else this.#unsaid += 1;
  }
}
