import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

const publications = (n: number) => count(n, 'publication', 'publications');

/** Texts for citing and exporting publications. */
export const citationTexts = {
  cite: 'Cite',
  copiedOne: (key: string) => `Copied BibTeX of ${key}.`,
  copied: (n: number) => `Copied BibTeX of ${publications(n)}.`,
  tooMany: (n: number) => `Select at most ${formatNumber(n)} publications, or export the whole list.`,
  noClipboard: 'Copying needs HTTPS. Use Cite or Export instead.',
  download: 'Download',
  formats: { bibtex: 'BibTeX', ris: 'RIS', 'csl-json': 'CSL JSON', csv: 'CSV', markdown: 'Markdown (zip)' },
  exportTitle: 'Export citations',
  export: 'Export citations',
  exportCount: (n: number) => `Exports ${publications(n)}.`,
  fileName: (day: string) => `lectern-${day}`,
  downloading: (bytes: number) => `Downloading: ${(bytes / 1e6).toFixed(1)} MB so far`,
  saved: (name: string) => `Saved ${name}.`,
  stop: 'Stop',
} as const;
