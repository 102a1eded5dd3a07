import { formatMoment } from '../../ui/format.ts';

export const detailTexts = {
  venue: 'Venue',
  year: 'Year',
  citations: 'Citations',
  identifiers: 'Identifiers',
  certainty: (source: string, confidence: number) => `${source}, ${Math.round(confidence * 100)} % sure`,
  contradicted: 'The record that it leads to is of another work.',
  evidence: 'Where it says so',
  pdf: 'PDF',
  pdfStatus: {
    untracked: 'Not looked for',
    queued: 'Waits for its turn',
    running: 'Is looked for now',
    resolved: 'Found',
    failed: 'None found.',
  },
  tries: (n: number) => (n > 1 ? `after ${n} searches` : ''),
  otherPdfs: 'Other links',
  license: (license: string) => `licence ${license}`,
  writtenBy: 'Scholars',
  firstSeen: 'First seen',
  foundByRun: (start: string) => `by the run of ${formatMoment(start)}`,
  notByRun: 'by a first reading of a profile, or from a file of yours',
  newInLatest: 'new in the latest run',
  knownFrom: 'Known from',
} as const;
