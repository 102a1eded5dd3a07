import { describe, expect, it } from 'vitest';
import { OTHER_SOURCES, type OtherSource } from '../platform/sources-config.ts';
import type { Identifier } from '../publications/identifiers.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { nextStep } from './next-step.ts';
import { type Candidate, keyOf, NOTHING_YET, noteAsked, type Progress } from './progress.ts';

const id = (kind: IdentifierKind, value: string, confidence = 0.9): Identifier => ({ kind, value, confidence });
const DOI = id('doi', '10.5555/a');
const ARXIV = id('arxiv', '2103.01234');
const LINK: Candidate = {
  url: 'https://f.example/a.pdf',
  version: null,
  license: null,
  host: null,
  source: 'openalex',
};

const WORK = { title: 'Tides of northern estuaries', year: 2020, authorText: 'A Bauer' };

/** Crossref last, for the publication's own page, where nobody else knows it. */
const BY_DOI = ['openalex', 'unpaywall', 'europepmc', 'crossref'];

/** All steps of a search in which nobody knows anything. */
function stepsOf(identifiers: readonly Identifier[], start: Progress = NOTHING_YET, off: OtherSource[] = []): string[] {
  const steps: string[] = [];
  let progress = start;
  for (;;) {
    const step = nextStep({ ...WORK, identifiers }, progress, (source) => !off.includes(source));
    if (step.kind === 'done') return steps;
    steps.push(keyOf(step));
    progress = noteAsked(progress, step);
  }
}

describe('nextStep', () => {
  it('searches for a title only where there is no DOI, each source once, the dear one last', () => {
    expect(stepsOf([])).toEqual(['crossref title', 'europepmc title', 'arxiv title', 'openalex title']);
    expect(stepsOf([DOI])).toEqual(BY_DOI.map((source) => `${source} doi:10.5555/a`));
  });

  it('asks for an arXiv id before it asks Crossref for the title, and nobody else', () => {
    expect(stepsOf([ARXIV])).toEqual(['arxiv arxiv:2103.01234', 'crossref title']);
    expect(stepsOf([ARXIV, DOI])).toEqual([
      'openalex doi:10.5555/a',
      'unpaywall doi:10.5555/a',
      'arxiv arxiv:2103.01234',
      'europepmc doi:10.5555/a',
      'crossref doi:10.5555/a',
    ]);
  });

  it('asks Europe PMC by its own number rather than by a DOI', () => {
    const steps = stepsOf([DOI, id('pmid', '1'), id('pmcid', 'PMC2')]);
    expect(steps.filter((step) => step.startsWith('europepmc'))).toEqual(['europepmc pmcid:PMC2']);
    expect(stepsOf([id('pmid', '1')]), 'by id before by title').toEqual(['europepmc pmid:1', 'crossref title']);
  });

  it('does not ask for an identifier that was contradicted', () => {
    expect(stepsOf([{ ...DOI, confidence: 0.3 }])).toEqual(stepsOf([]));
    expect(stepsOf([{ ...DOI, confidence: 0.3 }, id('doi', '10.5555/b', 0.85)])).toEqual(
      BY_DOI.map((source) => `${source} doi:10.5555/b`),
    );
  });

  it('does not search for a title that no record could be recognised by', () => {
    const of = (change: Partial<typeof WORK | { year: null; authorText: null }>) =>
      nextStep({ ...WORK, identifiers: [], ...change }, NOTHING_YET, () => true).kind;
    expect(of({})).toBe('title');
    for (const change of [{ year: null }, { authorText: null }, { title: 'Editorial' }, { title: '!!! ???' }])
      expect(of(change)).toBe('done');
  });

  it('asks Crossref for the page of a publication where nobody else knows one', () => {
    const progress = { ...NOTHING_YET, landingPages: ['https://publisher.example/a'] };
    expect(stepsOf([DOI], progress)).not.toContain('crossref doi:10.5555/a');
  });

  it('asks for the surest of two DOIs, the first of equals', () => {
    const asked = (...dois: Identifier[]) => stepsOf(dois)[0];
    expect(asked(id('doi', '10.5555/b', 0.85), DOI)).toBe('openalex doi:10.5555/a');
    expect(asked(DOI, id('doi', '10.5555/b'))).toBe('openalex doi:10.5555/a');
  });

  it.each(OTHER_SOURCES)('never asks %s when it is switched off', (off) => {
    for (const known of [[], [DOI], [ARXIV], [ARXIV, DOI]])
      expect(stepsOf(known, NOTHING_YET, [off])).toEqual(stepsOf(known).filter((step) => !step.startsWith(off)));
  });

  it('looks at a link that was named before it asks who else names one, but after the identifiers are found', () => {
    const progress = { ...NOTHING_YET, candidates: [LINK] };
    expect(stepsOf([DOI], progress).slice(0, 2)).toEqual(['openalex doi:10.5555/a', `link ${LINK.url}`]);
    expect(stepsOf([], progress).at(-1)).toBe(`link ${LINK.url}`);
    expect(stepsOf([DOI], { ...progress, isRecheck: true })[0]).toBe(`link ${LINK.url}`);
  });

  it('visits two pages at most, the resolver only where there is no other', () => {
    const pagesOf = (...landingPages: string[]) =>
      stepsOf([DOI], { ...NOTHING_YET, landingPages }).filter((step) => step.startsWith('page'));
    const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
    expect(pagesOf('https://doi.org/10.5555/a', `${a}`, `${b}`, `${c}`)).toEqual([`page ${a}`, `page ${b}`]);
    expect(pagesOf('https://doi.org/10.5555/a')).toEqual(['page https://doi.org/10.5555/a']);
  });
});
