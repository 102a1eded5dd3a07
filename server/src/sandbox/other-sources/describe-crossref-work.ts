import { escapeHtml } from '../google-scholar/markup.ts';
import type { Work } from '../work.ts';
import { abstractOf, journalOf, landingAddressOf, pdfAddressOf, splitName } from './describe-work.ts';
import { isPreprint, isWholeIssue, oddityOf, traitOf } from './draw-traits.ts';

/** A work as its publisher registered it: lists for titles, dates in parts, some of which are missing. */
export function describeCrossrefWork(work: Work, origin: string, score: number) {
  const pdf = pdfAddressOf(work, origin);
  const dates = datesOf(work);
  return {
    DOI: work.doi,
    URL: `https://doi.org/${work.doi}`,
    type: isWholeIssue(work) ? 'journal-issue' : isPreprint(work) ? 'posted-content' : 'journal-article',
    title: [titleOf(work)],
    ...(work.authors.length === 0
      ? {}
      : {
          author: work.authors.map((name, at) => ({
            ...splitName(name),
            sequence: at === 0 ? 'first' : 'additional',
            affiliation: [],
          })),
        }),
    abstract: `<jats:title>Abstract</jats:title><jats:p>${escapeHtml(abstractOf(work))}</jats:p>`,
    'container-title': isPreprint(work) ? [] : [journalOf(work)],
    publisher: 'Sandbox Press',
    ...dates,
    resource: { primary: { URL: landingAddressOf(work, origin) } },
    ...(pdf === null
      ? {}
      : {
          link: [
            {
              URL: pdf,
              'content-type': traitOf(work, 'link') < 0.4 ? 'application/pdf' : 'unspecified',
              'content-version': 'vor',
              'intended-application': 'similarity-checking',
            },
          ],
        }),
    'is-referenced-by-count': work.citations,
    'reference-count': 0,
    prefix: '10.5555',
    member: '7822',
    source: 'Crossref',
    score,
  };
}

/** What is in italics comes as markup, and then the rest is escaped. */
function titleOf({ title, italic }: Work): string {
  return italic === null ? title : escapeHtml(title).replace(escapeHtml(italic), (text) => `<i>${text}</i>`);
}

/** Some were online the year before they were in print, and that counts as issued; some dates have a month or a day as well. */
function datesOf(work: Work) {
  if (work.year === null || oddityOf(work) === 'undated') return { issued: { 'date-parts': [[null]] } };
  const drawn = work.copy === undefined ? traitOf(work, 'date') : 1;
  const print = { 'date-parts': [drawn < 0.5 ? [work.year, 1 + Math.floor(drawn * 24)] : [work.year]] };
  if (drawn > 0.03) return { issued: print, published: print, 'published-print': print };
  const online = { 'date-parts': [[work.year - 1, 12, 20]] };
  return { issued: online, published: online, 'published-print': print, 'published-online': online };
}
