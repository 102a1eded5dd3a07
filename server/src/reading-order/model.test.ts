import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainScore, largestParts } from './explain-score.ts';
import { bucketOf, type Features, featuresOf, withScholars } from './features.ts';
import { type Signal, score, scoreOf, train } from './model.ts';
import { type Paper, scholarKey, termsOf } from './paper-terms.ts';
import { PARTS, type Part } from './parts.ts';

const TOPICS = [
  'tidal basin sediment transport river delta erosion',
  'lattice qubit entanglement quantum error correction',
  'protein folding enzyme membrane cell receptor',
];
const DAY = 24 * 60 * 60 * 1e6;

/** The `at`-th paper of an invented library: three topics, each with authors, a venue and references of its own. */
function paperAt(at: number): Paper {
  const topic = at % 3;
  const words = (TOPICS[topic] ?? '').split(' ');
  const own = Array.from({ length: 4 }, (_, word) => words[(at * 7 + word * word) % words.length]);
  return {
    title: `${own.slice(0, 2).join(' ')} of case ${at}`,
    abstract: `We study the ${own.join(' ')} with method${at % 5}x`,
    authorText: `A Author${topic}${at % 4}x, B Other${at % 7}x`,
    venueText: `Journal of ${words[0]} ${at}, 1-20`,
    publicationIds: [`10.1000/${at}`],
    references: [`10.1000/${(at + 3) % 60}`, `10.1000/t${topic}`],
  };
}
const library = Array.from({ length: 60 }, (_, at) => featuresOf(paperAt(at)));
const featureOf = (at: number): Features => library[at] ?? featuresOf(paperAt(at));
const signalsOf = (kind: Signal['kind'], ...at: number[]): Signal[] =>
  at.map((one) => ({ kind, features: featureOf(one) }));
const newest = 60 * DAY;
const modelOf = (signals: readonly Signal[], parts: readonly Part[] = PARTS) =>
  train(signals, library, { parts: new Set(parts), newest });
const scoreAt = (model: ReturnType<typeof modelOf>, at: number) => score(model, featureOf(at), at * DAY);
const order = (model: ReturnType<typeof modelOf>) =>
  library.map((_, at) => at).sort((a, b) => scoreOf(scoreAt(model, b)) - scoreOf(scoreAt(model, a)) || a - b);

test('papers like those that were read come first, and papers like those marked with "less like this" come last', () => {
  const read = modelOf(signalsOf('read', 1, 4, 7));
  expect(
    order(read)
      .slice(0, 20)
      .map((at) => at % 3),
  ).toEqual(Array.from({ length: 20 }, () => 1));
  const less = modelOf([...signalsOf('read', 1, 4, 7), ...signalsOf('less', 0, 3, 6)]);
  expect(
    order(less)
      .slice(40)
      .map((at) => at % 3),
  ).toEqual(Array.from({ length: 20 }, () => 0));
});

test('without signals the newest come first', () => {
  expect(order(modelOf([]))).toEqual(library.map((_, at) => 59 - at));
});

test('the order is the same for the same inputs', () => {
  const signals = signalsOf('favorite', 2, 5, 11);
  const values = (model: ReturnType<typeof modelOf>) => library.map((_, at) => scoreAt(model, at));
  expect(values(modelOf(signals))).toEqual(values(modelOf(signals)));
});

test('switching a part off changes each score by exactly the value of the part, and leaves the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('read', 'favorite', 'less', 'more'), fc.nat(59)), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom(...PARTS),
      (chosen, off) => {
        const signals = chosen.flatMap(([kind, at]) => signalsOf(kind, at));
        const whole = modelOf(signals);
        const rest = modelOf(
          signals,
          PARTS.filter((part) => part !== off),
        );
        for (const at of library.keys()) {
          const values = scoreAt(whole, at);
          expect(scoreAt(rest, at)).toEqual({ ...values, [off]: 0 });
          expect(scoreOf(values)).toBeCloseTo(
            PARTS.reduce((sum, part) => sum + values[part], 0),
            12,
          );
        }
      },
    ),
  );
});

test('the reasons are the largest parts, with the person, the words and the venue that matter and how often they were read', () => {
  const scholar = bucketOf(scholarKey('AAAAAAAAAAA9'));
  const signals = signalsOf('favorite', 1, 4).map(({ kind, features }) => ({
    kind,
    features: withScholars(features, [scholar]),
  }));
  const model = modelOf([...signals, ...signalsOf('read', 7)]);
  const features = withScholars(featureOf(10), [scholar]);
  const values = score(model, features, 10 * DAY);
  const scholars = [{ profileId: 'AAAAAAAAAAA9', label: 'Ł Wójcik' }];
  const reasons = explainScore({ model, signals: [...signals, ...signalsOf('read', 7)] }, values, {
    paper: paperAt(10),
    scholars,
  });
  expect(reasons.map(({ part }) => part)).toEqual(largestParts(values));
  const sizes = PARTS.map((part) => values[part]).sort((a, b) => b - a);
  expect(reasons.map(({ value }) => value)).toEqual(sizes.slice(0, 2));
  expect(reasons.find(({ part }) => part === 'people')).toMatchObject({
    names: ['Ł Wójcik'],
    favorite_count: 2,
    read_count: 0,
  });
  const words = reasons.find(({ part }) => part === 'words');
  expect(words?.names).toHaveLength(3);
  for (const word of words?.names ?? [])
    expect(`${paperAt(10).title} ${paperAt(10).abstract}`.toLowerCase()).toContain(word);
});

test('terms: spellings of a name, plurals, accents and volumes make no difference', () => {
  const keys = (change: Partial<Paper>) => {
    const terms = termsOf({
      title: '',
      abstract: null,
      authorText: null,
      venueText: null,
      publicationIds: [],
      references: [],
      ...change,
    });
    return Object.values(terms).flatMap((part) => part.map(({ key }) => key));
  };
  expect(keys({ authorText: 'Ł Wójcik, K Berg' })).toEqual(['person wojcik ł', 'person berg k']);
  expect(keys({ authorText: 'Karin Berg' })).toEqual(keys({ authorText: 'K Berg' }));
  expect(keys({ title: 'Neural Networks' })).toEqual(keys({ title: 'the neural NETWORK of 2020' }));
  expect(keys({ title: 'mass of Café' })).toEqual(['word mass', 'word cafe']);
  expect(keys({ venueText: 'Nature 12 (3), 1-20' })).toEqual(keys({ venueText: 'NATURE' }));
  expect(keys({ authorText: '…, et al', venueText: '2020', title: '1 a' })).toEqual([]);
});
