import { formatMoment } from '../../ui/format.ts';

/** Texts of the details of a publication. */
export const detailTexts = {
  abstract: 'Abstract',
  authors: 'Authors',
  moreAuthors: (n: number) => `and ${n} more`,
  venue: 'Venue',
  year: 'Year',
  citations: 'Citations',
  identifiers: 'Identifiers',
  confidence: (source: string, confidence: number) => `${source}, ${Math.round(confidence * 100)}%`,
  contradicted: 'This record describes a different work.',
  evidence: 'source',
  pdf: 'PDF',
  pdfStatus: {
    untracked: 'Not searched',
    queued: 'Queued',
    running: 'Searching',
    resolved: 'Found',
    failed: 'None found.',
  },
  attempts: (n: number) => (n > 1 ? `(${n} searches)` : ''),
  otherPdfs: 'Other links',
  license: (license: string) => `license ${license}`,
  scholars: 'Scholars',
  firstSeen: 'First seen',
  foundByRun: (start: string) => `in the run of ${formatMoment(start)}`,
  notByRun: 'from a first import or one of your files',
  newInLatest: 'new in the latest run',
  sources: 'Sources',
  listedOnProfile: ', profile',
  allVersions: ', all versions',
} as const;
