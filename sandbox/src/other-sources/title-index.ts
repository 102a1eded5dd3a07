/** Finds values by title. A title matches if it begins with the text, or the text begins with it. Both are folded. */
interface TitleIndex<T> {
  add(title: string, value: T): void;
  /** The longest titles first. */
  find(text: string): readonly T[];
}

/** With fewer words, a text matches too many titles. */
const leadingWords = 4;
/** Authors may follow the title in a search. The title is at least this share of the words. */
const minShare = 1 / 3;
const maxFound = 200;

export function createTitleIndex<T>(): TitleIndex<T> {
  const values = new Map<string, T[]>();
  const titlesByStart = new Map<string, string[]>();
  return {
    add(title, value) {
      const same = values.get(title);
      if (same !== undefined) return void same.push(value);
      values.set(title, [value]);
      const start = startOf(title);
      const others = titlesByStart.get(start);
      if (others === undefined) titlesByStart.set(start, [title]);
      else others.push(title);
    },
    find(text) {
      const words = text.split(' ');
      const longer =
        words.length < leadingWords
          ? []
          : (titlesByStart.get(startOf(text)) ?? []).filter(
              (title) => title.length > text.length && title.startsWith(text),
            );
      const found = longer.flatMap((title) => values.get(title) ?? []);
      for (let length = words.length; length >= words.length * minShare && length > 0; length -= 1) {
        found.push(...(values.get(words.slice(0, length).join(' ')) ?? []));
      }
      return found.slice(0, maxFound);
    },
  };
}

function startOf(title: string): string {
  return title.split(' ', leadingWords).join(' ');
}

/** Keeps letters and digits only, in lower case and without accents. */
export function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
