import { load } from './product.ts';
import { randomFrom } from './reading-figures.ts';

const { featuresOf } = await load<typeof import('../src/reading-order/features.ts')>('reading-order/features.js');
const { score, scoreOf, train } = await load<typeof import('../src/reading-order/model.ts')>('reading-order/model.js');
const { PARTS } = await load<typeof import('../src/reading-order/parts.ts')>('reading-order/parts.js');

const UNREAD = 10_000;
const SIGNALS = 1000;
const BACKGROUND = 2000;
const REPEATS = 20;

/** Publications with 100 different words and 40 references each, of a skewed distribution. */
function inventPapers(count: number) {
  const random = randomFrom(4);
  const skewed = (of: number) => Math.floor(of * random() ** 3);
  return Array.from({ length: count }, (_, at) =>
    featuresOf({
      title: Array.from({ length: 130 }, () => `w${skewed(30_000)}x`).join(' '),
      abstract: null,
      authorText: Array.from({ length: 5 }, () => `A Name${skewed(5000)}`).join(', '),
      venueText: `Journal of ${'abcdefghij'[skewed(10)]}`,
      publicationIds: [`10.1000/${at}`],
      references: Array.from({ length: 40 }, () => `10.1000/${skewed(100_000)}`),
    }),
  );
}

function medianMs(run: () => void): string {
  const times = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return (times[REPEATS >> 1] ?? 0).toFixed(1);
}

export async function timeReading(): Promise<string[]> {
  const papers = inventPapers(UNREAD);
  const signals = papers.slice(0, SIGNALS).map((features) => ({ kind: 'read', features }) as const);
  const background = papers.slice(-BACKGROUND);
  const learn = () => train(signals, background, { parts: new Set(PARTS), newest: 0 });
  const model = learn();
  const rank = () => {
    const scored = papers.map((features, at) => ({ at, total: scoreOf(score(model, features, 0)) }));
    scored.sort((a, b) => b.total - a.total || a.at - b.at);
  };
  return [
    '| step | ms |',
    '|---|--:|',
    `| learn from ${SIGNALS} signals and ${BACKGROUND} publications | ${medianMs(learn)} |`,
    `| rank ${UNREAD} publications | ${medianMs(rank)} |`,
  ];
}
