import { escapeHtml } from '../google-scholar/markup.ts';
import type { Work } from '../work.ts';
import { abstractOf, journalOf, orcidOf, splitName, writeOut } from './describe-work.ts';
import { pmcidOf, pmidOf } from './holdings.ts';

/** A work as Europe PMC tells it: family names first, flags as letters, a full stop after each title; more when all (`core`) is asked for. */
export function describeEuropePmcWork(work: Work, origin: string, isCore: boolean) {
  const pmid = pmidOf(work);
  const pmcid = pmcidOf(work);
  const hasPdf = pmcid === null ? 'N' : 'Y';
  return {
    id: pmid,
    source: 'MED',
    pmid,
    ...(pmcid === null ? {} : { pmcid }),
    ...(work.doi === null ? {} : { doi: work.doi }),
    title: `${work.title.replace(/\.$/, '')}.`,
    authorString: `${work.authors.map(familyFirst).join(', ')}.`,
    ...(work.year === null ? {} : { pubYear: String(work.year) }),
    ...(isCore ? describeAll(work, origin, pmcid) : { journalTitle: journalOf(work) }),
    isOpenAccess: work.openAccess ? 'Y' : 'N',
    inEPMC: hasPdf,
    inPMC: hasPdf,
    hasPDF: hasPdf,
    citedByCount: work.citations,
  };
}

function describeAll(work: Work, origin: string, pmcid: string | null) {
  const page = `${origin}/europepmc/articles/${pmcid}`;
  const open = { availability: 'Open access', availabilityCode: 'OA', site: 'Europe_PMC' };
  const links = [
    {
      availability: 'Subscription required',
      availabilityCode: 'S',
      documentStyle: 'doi',
      site: 'DOI',
      url: `https://doi.org/${work.doi}`,
    },
    ...(pmcid === null
      ? []
      : [
          { ...open, documentStyle: 'html', url: page },
          { ...open, documentStyle: 'pdf', url: `${page}?pdf=render` },
        ]),
  ];
  return {
    abstractText: escapeHtml(abstractOf(work)),
    authorList: { author: work.authors.map(describeAuthor) },
    journalInfo: { yearOfPublication: work.year, journal: { title: journalOf(work) } },
    fullTextUrlList: { fullTextUrl: links },
    ...(work.openAccess ? { license: 'cc by' } : {}),
  };
}

function describeAuthor(name: string) {
  const { given, family } = splitName(name);
  const firstName = writeOut(name).slice(0, -family.length).trim();
  const orcid = orcidOf(name);
  const authorId = orcid === null ? {} : { authorId: { type: 'ORCID', value: orcid } };
  return { fullName: familyFirst(name), firstName, lastName: family, initials: given, ...authorId };
}

function familyFirst(name: string): string {
  const { given, family } = splitName(name);
  return `${family} ${given}`.trim();
}
