import { describe, expect, it } from 'vitest';
import { DOUBTED, type Identifier } from '../publications/identifiers.ts';
import type { IdentifierKind } from '../sources/record.ts';
import { nextStep } from './plan-steps.ts';
import { type Candidate, keyOf, NOTHING_YET, type Progress, recordStep } from './progress.ts';

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

const PUBLICATION = { title: 'Tides of northern estuaries', year: 2020, authorText: 'A Bauer' };

/** Crossref last, for the publication's page, if no other source has one. */
const BY_DOI = ['openalex', 'unpaywall', 'europepmc', 'crossref'];

/** All steps of a search if no source knows the publication. */
function stepsOf(identifiers: readonly Identifier[], start: Progress = NOTHING_YET, isPreprint = false): string[] {
  const steps: string[] = [];
  let progress = start;
  for (;;) {
    const step = nextStep({ ...PUBLICATION, identifiers, isPreprint }, progress, () => true);
    if (step.kind === 'done') return steps;
    steps.push(keyOf(step));
    progress = recordStep(progress, step);
  }
}

describe('nextStep', () => {
  it('searches by title only without a DOI, each source once, the most expensive last', () => {
    expect(stepsOf([])).toEqual(['crossref title', 'europepmc title', 'arxiv title', 'openalex title']);
    expect(stepsOf([DOI])).toEqual(BY_DOI.map((source) => `${source} doi:10.5555/a`));
  });

  it('requests an arXiv id before it searches Crossref by title', () => {
    expect(stepsOf([ARXIV])).toEqual(['arxiv arxiv:2103.01234', 'crossref title']);
    expect(stepsOf([ARXIV, DOI])).toEqual([
      'openalex doi:10.5555/a',
      'unpaywall doi:10.5555/a',
      'arxiv arxiv:2103.01234',
      'europepmc doi:10.5555/a',
      'crossref doi:10.5555/a',
    ]);
  });

  it('asks for what became of a preprint, each time at the sources that say so, and never for anything else', () => {
    const [biorxiv, zenodo] = [id('doi', '10.64898/2026.11.19.600001'), id('doi', '10.5281/zenodo.1')];
    const forVersions = { ...NOTHING_YET, isForVersions: true } as const;
    const of = (one: Identifier) => stepsOf([one], forVersions, true);
    expect(of(ARXIV)).toEqual(['datacite arxiv:2103.01234']);
    expect(of(DOI)).toEqual(['openalex doi:10.5555/a', 'crossref doi:10.5555/a']);
    expect(of(biorxiv)).toEqual(['openalex', 'crossref', 'biorxiv'].map((source) => `${source} doi:${biorxiv.value}`));
    expect(of(zenodo)).toEqual(['openalex', 'crossref', 'datacite'].map((source) => `${source} doi:${zenodo.value}`));
    expect(stepsOf([ARXIV], NOTHING_YET, true), 'arXiv has the PDF, too').toEqual(stepsOf([ARXIV]));
    expect([ARXIV, DOI, biorxiv, zenodo].flatMap((one) => stepsOf([one])).join()).not.toMatch(/datacite|biorxiv doi/);
  });

  it('prefers the ids of Europe PMC to a DOI there', () => {
    const steps = stepsOf([DOI, id('pmid', '1'), id('pmcid', 'PMC2')]);
    expect(steps.filter((step) => step.startsWith('europepmc'))).toEqual(['europepmc pmcid:PMC2']);
    expect(stepsOf([id('pmid', '1')]), 'by id before by title').toEqual(['europepmc pmid:1', 'crossref title']);
  });

  it('looks up once more what an earlier version contradicted, before it searches', () => {
    expect(stepsOf([{ ...DOI, confidence: DOUBTED }])).toEqual([
      'openalex doi:10.5555/a',
      'crossref doi:10.5555/a',
      ...stepsOf([]),
    ]);
  });

  it('does not use a contradicted identifier', () => {
    expect(stepsOf([{ ...DOI, confidence: 0.3 }])).toEqual(stepsOf([]));
    expect(stepsOf([{ ...DOI, confidence: 0.3 }, id('doi', '10.5555/b', 0.85)])).toEqual(
      BY_DOI.map((source) => `${source} doi:10.5555/b`),
    );
  });

  it('does not search for a title that is too common to recognize a record', () => {
    const of = (change: Partial<typeof PUBLICATION | { year: null; authorText: null }>) =>
      nextStep({ ...PUBLICATION, identifiers: [], ...change }, NOTHING_YET, () => true).kind;
    expect(of({})).toBe('title');
    for (const change of [{ year: null }, { authorText: null }, { title: 'Editorial' }, { title: '!!! ???' }])
      expect(of(change)).toBe('done');
  });

  it('requests the landing page from Crossref if no other source has one', () => {
    const progress = { ...NOTHING_YET, landingPages: ['https://publisher.example/a'] };
    expect(stepsOf([DOI], progress)).not.toContain('crossref doi:10.5555/a');
  });

  it('uses the DOI with the highest confidence, or the first of equals', () => {
    const requested = (...dois: Identifier[]) => stepsOf(dois)[0];
    expect(requested(id('doi', '10.5555/b', 0.85), DOI)).toBe('openalex doi:10.5555/a');
    expect(requested(DOI, id('doi', '10.5555/b'))).toBe('openalex doi:10.5555/a');
  });

  it('checks a known link before it requests more links, but after it has the identifiers', () => {
    const progress = { ...NOTHING_YET, candidates: [LINK] };
    expect(stepsOf([DOI], progress).slice(0, 2)).toEqual(['openalex doi:10.5555/a', `link ${LINK.url}`]);
    expect(stepsOf([], progress).at(-1)).toBe(`link ${LINK.url}`);
    expect(stepsOf([DOI], { ...progress, isRecheck: true })[0]).toBe(`link ${LINK.url}`);
  });

  it('visits at most two pages, and the DOI resolver only as the page of the best copy', () => {
    const pagesOf = (...landingPages: string[]) =>
      stepsOf([DOI], { ...NOTHING_YET, landingPages }).filter((step) => step.startsWith('page'));
    const [doi, a, b] = ['https://doi.org/10.5555/a', 'https://a.example/', 'https://b.example/'];
    expect(pagesOf(`${doi}`, `${a}`, `${b}`)).toEqual([`page ${doi}`, `page ${a}`]);
    expect(pagesOf(`${a}`, `${doi}`, `${b}`)).toEqual([`page ${a}`, `page ${b}`]);
  });
});
