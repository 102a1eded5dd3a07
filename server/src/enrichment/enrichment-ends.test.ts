import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OTHER_SOURCES, type OtherSource } from '../platform/sources-config.ts';
import type { IdentifierKind, PdfLocation, SourceRecord } from '../sources/record.ts';
import { evaluateStep } from './evaluate-step.ts';
import { nextStep } from './plan-steps.ts';
import { type EnrichedPublication, keyOf, NOTHING_YET, type OpenStep, type Progress } from './progress.ts';

type Answer = Parameters<typeof evaluateStep>[3];

const KINDS: readonly IdentifierKind[] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex'];
const TITLE = 'Whether a search for papers that are open comes to its end';
/** About three times as many steps as the longest search. */
const COUNT = 100;

/** What a source may return. Each step takes the next item of a generated stream. */
const whims = fc.array(
  fc.record({
    does: fc.constantFrom('knows', 'contradicts', 'nothing', 'skips'),
    kinds: fc.subarray([...KINDS]),
    /** the identifiers in its response: new ones, or one of a few known ones */
    isFresh: fc.boolean(),
    number: fc.nat(3),
    links: fc.nat(12),
    pages: fc.nat(3),
  }),
  { minLength: COUNT, maxLength: COUNT },
);
type Whim = (typeof whims extends fc.Arbitrary<infer T> ? T : never)[number];

function linksOf({ links, isFresh }: Whim, at: number): PdfLocation[] {
  const name = (n: number) => `https://files.example/${isFresh ? `${at}/` : ''}${n}.pdf`;
  return Array.from({ length: links }, (_, n) => ({ url: name(n), version: null, license: null, host: null }));
}

function recordOf(whim: Whim, at: number, step: OpenStep): SourceRecord {
  const isOurs = whim.does === 'knows';
  const requested = step.kind === 'id' ? [{ kind: step.idKind, value: step.value }] : [];
  const foundIds = whim.kinds.map((kind) => ({
    kind,
    value: whim.isFresh ? `${kind} of ${at}` : `${kind} ${whim.number}`,
  }));
  return {
    title: isOurs ? TITLE : 'Annual report of the society for the study of mosses',
    year: isOurs ? 2020 : 1971,
    authors: [isOurs ? { name: 'Ada Open', family: 'Open' } : { name: 'Zoe Moss', family: 'Moss' }],
    identifiers: [...requested, ...foundIds],
    pdfs: linksOf(whim, at),
    landingPages: Array.from({ length: whim.pages }, (_, n) => `https://pages.example/${whim.isFresh ? at : ''}/${n}`),
    evidenceUrl: null,
  };
}

/** The outcome of a step. It is never a PDF, because that would end the search. */
function answerTo(step: OpenStep, whim: Whim, at: number): Answer {
  if (whim.does === 'skips') return { kind: 'skipped' };
  if (step.kind === 'id' || step.kind === 'title')
    return { kind: 'records', records: whim.does === 'nothing' ? [] : [recordOf(whim, at, step)] };
  if (step.source === 'web' && whim.does === 'knows')
    return { kind: 'page', links: linksOf(whim, at), detail: 'It is a page.' };
  const reason = step.kind === 'landing' && whim.does === 'nothing' ? 'no_pdf_named' : 'html';
  return { kind: 'refused', reason, detail: 'No.' };
}

const publication: EnrichedPublication = {
  id: 1,
  title: TITLE,
  year: 2020,
  authorText: 'A Open, B Shut',
  venueText: null,
  identifiers: [],
};
const known = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    value: fc.constantFrom('1', '2'),
    confidence: fc.constantFrom(0.3, 0.7, 0.95),
  }),
  { maxLength: 4 },
);
const found = { ...linksOf({ links: 1, isFresh: false } as Whim, 0)[0], source: 'openalex' };

/** Searches to the end and returns the steps. */
function search(
  start: Progress,
  identifiers: EnrichedPublication['identifiers'],
  requested: readonly OtherSource[],
  answers: Whim[],
) {
  const steps: OpenStep[] = [];
  let now: { publication: EnrichedPublication; progress: Progress } = {
    publication: { ...publication, identifiers },
    progress: start,
  };
  for (const [at, whim] of answers.entries()) {
    const step = nextStep(now.publication, now.progress, (source) => requested.includes(source));
    if (step.kind === 'done') return { steps, progress: now.progress, isOver: true };
    steps.push(step);
    now = evaluateStep(now.publication, now.progress, step, answerTo(step, whim, at));
  }
  return { steps, progress: now.progress, isOver: false };
}

it('ends whatever sources return, repeats no query, uses no disabled source, and checks every link it accepted', () => {
  fc.assert(
    fc.property(
      known,
      fc.subarray([...OTHER_SOURCES]),
      fc.boolean(),
      whims,
      (identifiers, requested, isRecheck, answers) => {
        const start = isRecheck ? { ...NOTHING_YET, candidates: [found], isRecheck } : NOTHING_YET;
        const { steps, progress, isOver } = search(start as Progress, identifiers, requested, answers);
        expect(isOver).toBe(true);
        const keys = steps.map(keyOf);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { source } of steps) if (source !== 'web') expect(requested).toContain(source);
        expect(progress.candidates).toEqual([]);
        // a refused page counts in addition to the links on pages
        const refused = progress.refusals.filter(({ source }) => source !== 'landing_page');
        expect(refused.length).toBeLessThanOrEqual(20);
        for (const source of OTHER_SOURCES)
          expect(refused.filter((one) => one.source === source).length).toBeLessThanOrEqual(5);
        for (const source of OTHER_SOURCES)
          expect(steps.filter((step) => step.kind === 'title' && step.source === source).length).toBeLessThanOrEqual(1);
      },
    ),
  );
});
