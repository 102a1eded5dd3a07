import { pick, type Random, randomFrom } from '@lectern/sandbox';

/** A publication of the bench, perhaps a variant of an earlier one. */
export interface BenchPublication {
  readonly title: string;
  readonly authors: string;
  readonly venue: string;
  readonly year: number | null;
  /** the index of the earlier publication that it repeats or resembles; null if there is none */
  readonly like: number | null;
  readonly isSame: boolean;
  readonly kind: string;
}

const WORDS = 60_000;
const NAMES = 30_000;
const VENUES = 2000;
const SHORT = 'of the for a in and on with to from by via using under an at is its'.split(' ');
const SYLLABLES =
  'ba ce di fo gu ka le mi no pu ra se ti vo zu bra cle dri flo gru kla ple qui sto tra ver lon mar tis ner cal bio geo neu syn ter met pho ther gra log nom dyn sta tic ics ive ing ion ous al ment ness ity'.split(
    ' ',
  );

/**
 * A library whose words, names and venues are as uneven as real ones; one publication in twenty repeats another in one
 * of many ways, and one in fifty is another publication much like one.
 */
export function* makeLibrary(count: number): Generator<BenchPublication> {
  const random = randomFrom('duplicates');
  const words = makeWords(WORDS, random);
  const names = makeWords(NAMES, random).map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const venues = Array.from(
    { length: VENUES },
    () => `Journal of ${words[zipf(WORDS, random)]} ${words[zipf(WORDS, random)]}`,
  );
  const recent: { publication: BenchPublication; number: number }[] = [];
  for (let number = 0; number < count; number++) {
    const original = recent[Math.floor(random() * recent.length)];
    if (original && random() < 0.05) {
      const change = CHANGES[number % CHANGES.length] ?? CHANGES[0];
      yield {
        ...original.publication,
        ...change[1](original.publication, random),
        like: original.number,
        isSame: true,
        kind: change[0],
      };
      continue;
    }
    if (original && random() < 0.02) {
      const change = pick(random, OTHERS);
      yield {
        ...original.publication,
        ...change(original.publication, words[zipf(WORDS, random)] ?? ''),
        like: original.number,
      };
      continue;
    }
    const length = 4 + Math.floor(random() * 9);
    const text = Array.from({ length }, (_, at) =>
      at > 0 && at < length - 1 && random() < 0.35 ? pick(random, SHORT) : (words[zipf(WORDS, random)] ?? ''),
    );
    if (length > 8 && random() < 0.4) text[Math.floor(length / 2)] += ':';
    const authors = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      return `${String.fromCharCode(65 + Math.floor(random() * 26))} ${names[zipf(NAMES, random)]}`;
    });
    const publication = {
      title: capital(text.join(' ')),
      authors: authors.join(', '),
      venue: `${pick(random, venues)} ${1 + Math.floor(random() * 60)} (${1 + Math.floor(random() * 12)})`,
      year: random() < 0.04 ? null : 1970 + Math.floor(55 * Math.sqrt(random())),
      like: null,
      isSame: false,
      kind: '',
    };
    const place = recent.length < 20_000 ? recent.length : Math.floor(random() * recent.length);
    recent[place] = { publication, number };
    yield publication;
  }
}

type Change = readonly [
  kind: string,
  change: (publication: BenchPublication, random: Random) => Partial<BenchPublication>,
];

const CHANGES: readonly [Change, ...Change[]] = [
  ['a doubled letter', ({ title }, random) => ({ title: at(title, random, (letter) => letter + letter) })],
  ['a letter missing', ({ title }, random) => ({ title: at(title, random, () => '') })],
  ['two letters changed places', ({ title }) => ({ title: title.replace(/(\w{3})(\w)(\w)(\w{2})/, '$1$3$2$4') })],
  ['another year', ({ year }) => ({ year: year === null ? 1999 : year + 1 })],
  ['no year', () => ({ year: null })],
  ['no subtitle', ({ title }) => ({ title: title.split(':')[0] ?? title })],
  ['cut off', ({ title }) => ({ title: title.length > 60 ? `${title.slice(0, 50)}…` : title })],
  ['capitals and points', ({ title }) => ({ title: `${title.toUpperCase().replace(/:/g, ' —')}.` })],
  ['joined words', ({ title }) => ({ title: title.replace(/(\w{5,}) (\w{5,})/, '$1$2') })],
  ['another venue', () => ({ venue: 'arXiv preprint arXiv:1706.03762' })],
  ['authors cut off', ({ authors }) => ({ authors: `${authors.split(', ').slice(0, 2).join(', ')}, ...` })],
  ['an author missing', ({ authors }) => ({ authors: authors.split(', ').slice(0, -1).join(', ') || authors })],
];

/** A different publication by the same authors in the same venue. */
const OTHERS: readonly ((publication: BenchPublication, word: string) => Partial<BenchPublication>)[] = [
  ({ title }, word) => ({ title: title.replace(/\w{4,}/, `re${word}`), kind: 'one word is another' }),
  ({ title }) => ({ title: `${title}: part 2`, kind: 'another part' }),
  ({ title }) => ({ title: `Comment on ${title}`, kind: 'a comment on it' }),
  (_, word) => ({ title: `${word} of ${word}ing`, kind: 'another title' }),
];

function at(title: string, random: Random, change: (letter: string) => string): string {
  const place = 1 + Math.floor(random() * (title.length - 2));
  return title.slice(0, place) + change(title.charAt(place)) + title.slice(place + 1);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function makeWords(count: number, random: Random): string[] {
  const words = new Set<string>();
  while (words.size < count)
    words.add(Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(random, SYLLABLES)).join(''));
  return [...words];
}

/** The second of a thousand things is half as frequent as the first, the third a third. */
const zipf = (count: number, random: Random) => Math.min(count - 1, Math.floor(count ** random()) - 1);
