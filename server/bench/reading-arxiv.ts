import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from './product.ts';
import { areaUnderCurve, mean, precisionAtTen, randomFrom, shuffled } from './reading-figures.ts';

const { featuresOf } = await load<typeof import('../src/reading-order/features.ts')>('reading-order/features.js');
const { score, scoreOf, train } = await load<typeof import('../src/reading-order/model.ts')>('reading-order/model.js');
type Part = import('../src/reading-order/parts.ts').Part;
type Features = import('../src/reading-order/features.ts').Features;

const FILE = resolve('../shared/data/versions/arxiv-datacite/records_shared.jsonl');
const READ_COUNT = 10;
const TOPIC_SIZE = 30;
const READERS_OF_TOPIC = 20;
/** Categories that arXiv split in 2009 or before. Older papers have only these, so they overlap with the new ones. */
const SPLIT_CATEGORIES = ['astro-ph', 'cond-mat'];

export const hasArxivPapers = () => existsSync(FILE);

interface ArxivPaper {
  readonly features: Features;
  /** the plain baseline: each word's count times its inverse document frequency, with unit length */
  readonly words: Map<string, number>;
  readonly topics: readonly string[];
}

interface DataciteRecord {
  readonly attributes: {
    readonly titles: readonly { title: string }[];
    readonly creators: readonly { givenName?: string; familyName?: string; name: string }[];
    readonly descriptions: readonly { description: string; descriptionType: string }[];
    readonly subjects: readonly { subject: string; subjectScheme?: string }[];
  };
}

function readPapers(): ArxivPaper[] {
  const records = readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as DataciteRecord).attributes);
  const texts = records.map((one) => ({
    title: one.titles[0]?.title ?? '',
    abstract: one.descriptions.flatMap((d) => (d.descriptionType === 'Abstract' ? [d.description] : [])).join(' '),
  }));
  const words = plainVectors(texts.map(({ title, abstract }) => `${title} ${abstract}`));
  return records.map((one, at) => {
    const names = one.creators.map(({ givenName, familyName, name }) =>
      givenName && familyName ? `${givenName} ${familyName}` : name.replaceAll(',', ' '),
    );
    const text = texts[at] ?? { title: '', abstract: '' };
    return {
      features: featuresOf({
        ...text,
        authorText: names.join(', '),
        venueText: null,
        publicationIds: [],
        references: [],
      }),
      words: words[at] ?? new Map(),
      topics: one.subjects.flatMap(({ subject, subjectScheme }) => {
        const category = subjectScheme === 'arXiv' ? /\(([^)]+)\)$/.exec(subject)?.[1] : undefined;
        return category === undefined || SPLIT_CATEGORIES.includes(category) ? [] : [category];
      }),
    };
  });
}

function plainVectors(texts: readonly string[]): Map<string, number>[] {
  const counted = texts.map((text) => {
    const counts = new Map<string, number>();
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });
  const frequency = new Map<string, number>();
  for (const counts of counted) for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return counted.map((counts) => {
    const vector = new Map(
      [...counts].map(([word, count]) => [word, count * Math.log(texts.length / (frequency.get(word) ?? 1))]),
    );
    const length = Math.hypot(...vector.values());
    return new Map([...vector].map(([word, value]) => [word, value / length]));
  });
}

type Scorer = (read: readonly ArxivPaper[]) => (paper: ArxivPaper) => number;

/** The sum of the words of what was read. */
const centroid: Scorer = (read) => {
  const sum = new Map<string, number>();
  for (const { words } of read) for (const [word, value] of words) sum.set(word, (sum.get(word) ?? 0) + value);
  return ({ words }) => [...words].reduce((total, [word, value]) => total + value * (sum.get(word) ?? 0), 0);
};

const readingOrder =
  (papers: readonly ArxivPaper[], parts: readonly Part[]): Scorer =>
  (read) => {
    const signals = read.map(({ features }) => ({ kind: 'read', features }) as const);
    const model = train(
      signals,
      papers.map(({ features }) => features),
      { parts: new Set(parts), newest: 0 },
    );
    return ({ features }) => scoreOf(score(model, features, 0));
  };

/**
 * Twenty readers of each topic, a category with at least thirty papers. Each has read ten papers of it, which are drawn
 * at random. The other papers of the category should come first among all others.
 */
export async function judgeArxiv(): Promise<string[]> {
  const papers = readPapers();
  const sizes = new Map<string, number>();
  for (const topic of papers.flatMap(({ topics }) => topics)) sizes.set(topic, (sizes.get(topic) ?? 0) + 1);
  const topics = [...sizes.keys()].filter((topic) => (sizes.get(topic) ?? 0) >= TOPIC_SIZE).sort();
  const judge = (name: string, scorer: Scorer) => {
    const random = randomFrom(1);
    const results = topics.flatMap((topic) =>
      Array.from({ length: READERS_OF_TOPIC }, () => {
        const read = shuffled(
          papers.filter((paper) => paper.topics.includes(topic)),
          random,
        ).slice(0, READ_COUNT);
        const scoreIt = scorer(read);
        const candidates = papers
          .filter((paper) => !read.includes(paper))
          .map((paper) => ({ score: scoreIt(paper), isWanted: paper.topics.includes(topic) }));
        return { precision: precisionAtTen(candidates), area: areaUnderCurve(candidates) };
      }),
    );
    const figure = (what: 'precision' | 'area') => mean(results.map((one) => one[what])).toFixed(3);
    return `| ${name} | ${figure('precision')} | ${figure('area')} |`;
  };
  return [
    `${papers.length} arXiv papers, ${topics.length} topics, ${READERS_OF_TOPIC} readers of each, ${READ_COUNT} read papers`,
    '',
    '| order | P@10 | AUC |',
    '|---|--:|--:|',
    judge('centroid of words', centroid),
    judge('words', readingOrder(papers, ['words'])),
    judge('people', readingOrder(papers, ['people'])),
    judge('words and people', readingOrder(papers, ['words', 'people'])),
  ];
}
