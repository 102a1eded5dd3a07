import type { Work } from '../work.ts';
import { escapeHtml } from './markup.ts';

const shownAuthors = 6;
const shownVenue = 72;

/** One row of a profile: the same work has another code on another scholar's page. */
export function renderRow(profileId: string, code: string, work: Work, language: string): string {
  const view = `/citations?view_op=view_citation&amp;hl=${language}&amp;user=${profileId}&amp;citation_for_view=${profileId}:${code}`;
  const year = work.year === null ? '' : String(work.year);
  const when = year && `<span class="gs_oph">, ${year}</span>`;
  return (
    `<tr class="gsc_a_tr"><td class="gsc_a_t"><a href="${view}" class="gsc_a_at">${renderTitle(work)}</a>` +
    `<div class="gs_gray">${escapeHtml(shortenAuthors(work.authors))}</div>` +
    `<div class="gs_gray">${escapeHtml(shortenVenue(work.venue))}${when}</div></td>` +
    `<td class="gsc_a_c">${renderCitations(work, language)}</td>` +
    `<td class="gsc_a_y"><span class="gsc_a_h gsc_a_hc gs_ibl">${year}</span></td></tr>`
  );
}

function renderCitations(work: Work, language: string): string {
  if (work.citations === 0) return '<a href="" class="gsc_a_ac gs_ibl"></a>';
  const href = `https://scholar.google.com/scholar?oi=bibs&amp;hl=${language}&amp;cites=${work.cluster}`;
  return `<a href="${href}" class="gsc_a_ac gs_ibl">${work.citations}</a>`;
}

function renderTitle({ title, italic }: Work): string {
  const escaped = escapeHtml(title);
  return italic === null ? escaped : escaped.replace(escapeHtml(italic), (part) => `<i>${part}</i>`);
}

/** The source shows the first authors of a long list, then ", ...". */
export function shortenAuthors(authors: readonly string[]): string {
  return authors.length > shownAuthors ? `${authors.slice(0, shownAuthors).join(', ')}, ...` : authors.join(', ');
}

/** The source cuts a long venue at a word and ends it in a no-break space and an ellipsis. */
export function shortenVenue(venue: string): string {
  if (venue.length <= shownVenue || venue.includes('doi:')) return venue;
  return `${venue.slice(0, venue.lastIndexOf(' ', shownVenue))}\u00a0…`;
}
