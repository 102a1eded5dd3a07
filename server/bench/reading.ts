import { hasArxivPapers, judgeArxiv } from './reading-arxiv.ts';
import { hasLibraries, judgeLibraries } from './reading-libraries.ts';
import { timeRequests } from './reading-request.ts';
import { timeReading } from './reading-time.ts';

/** Measures how well the reading order ranks, on public data, and how long it takes. */
const lines: string[] = [];
if (hasArxivPapers()) lines.push(...(await judgeArxiv()));
else
  console.error('!! SKIPPED: ../shared/data/versions/arxiv-datacite is absent, so words and people were not measured.');
if (hasLibraries()) lines.push('', ...(await judgeLibraries()));
else console.error('!! SKIPPED: ../shared/data/reading is absent, so references were not measured.');
lines.push('', ...(await timeReading()), ...(await timeRequests()));
console.log(lines.join('\n'));
