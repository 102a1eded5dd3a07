import type { Library } from '../library.ts';
import { codeOf } from '../publication.ts';
import { escapeHtml } from '../response.ts';
import type { SandboxScholar } from '../scholar.ts';
import { frameBottom, frameTop, renderHead } from './page-frame.ts';

interface SearchHit {
  readonly scholar: SandboxScholar;
  readonly citations: number;
}

/** Result cards of a search for people by name. */
export function renderSearch(query: string, hits: readonly SearchHit[], origin: string): string {
  const none = `<div class="gs_med"><p>Your search - <b>${escapeHtml(query)}</b> - didn't match any user profiles.</p></div>`;
  const cards = hits.map((hit) => renderCard(hit, origin)).join('');
  return (
    renderHead('\u202aProfiles\u202c - \u202aGoogle Scholar\u202c') +
    `${frameTop}<div id="gsc_sa_ccl">${cards || none}</div>${frameBottom}`
  );
}

function renderCard({ scholar, citations }: SearchHit, origin: string): string {
  const href = `/citations?hl=en&amp;user=${scholar.id}`;
  const name = escapeHtml(scholar.name);
  const mail = scholar.emailDomain === null ? '' : `Verified email at ${escapeHtml(scholar.emailDomain)}`;
  const interests = scholar.interests.map(
    (interest) =>
      `<a class="gs_ai_one_int" href="/citations?hl=en&amp;view_op=search_authors">${escapeHtml(interest)}</a> `,
  );
  return (
    `<div class="gsc_1usr"><div class="gs_ai gs_scl gs_ai_chpr"><a href="${href}" class="gs_ai_pho"><span class="gs_rimg gs_pp_sm">` +
    `<img alt="${name}" sizes="56px" width="56" height="56" ` +
    `src="${origin}/citations?view_op=small_photo&amp;user=${scholar.id}&amp;citpid=1"></span></a>` +
    `<div class="gs_ai_t"><h3 class="gs_ai_name"><a href="${href}">${name}</a></h3>` +
    `<div class="gs_ai_aff">${escapeHtml(scholar.affiliation)}</div><div class="gs_ai_eml">${mail}</div>` +
    `<div class="gs_ai_cby">Cited by ${citations}</div><div class="gs_ai_int">${interests.join('')}</div></div></div></div>`
  );
}

/** The page of one row, `user:code`, with all authors, or undefined if there is no such row. */
export function renderCitation(library: Library, rowId: string, origin: string): string | undefined {
  const [id, wanted] = rowId.split(':');
  const record = library.find(id ?? '');
  if (record === undefined) return undefined;
  for (let position = 0; position < record.publications; position += 1) {
    const ref = library.refAt(record, position);
    const code = codeOf(ref.owner === record.id ? String(ref.n) : `${ref.owner}/${ref.n}`);
    if (code !== wanted) continue;
    const publication = library.publication(ref);
    const title = escapeHtml(publication.title);
    const linked = `<a class="gsc_oci_title_link" href="${origin}/publisher/${publication.doi}">${title}</a>`;
    const fields: readonly (readonly [string, string])[] = [
      ['Authors', publication.authors.join(', ')],
      ['Publication date', publication.year === null ? '' : String(publication.year)],
      ['Journal', publication.publishedIn ?? publication.venue],
      ['Total citations', publication.citations === 0 ? '' : `Cited by ${publication.citations}`],
    ];
    const table = fields
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          `<div class="gs_scl"><div class="gsc_oci_field">${name}</div><div class="gsc_oci_value">${escapeHtml(value)}</div></div>`,
      );
    return (
      `${renderHead('\u202aView article\u202c')}${frameTop}<div id="gsc_ocd_bdy"><div id="gsc_oci_title_wrapper">` +
      `<div id="gsc_oci_title">${publication.doi === null ? title : linked}</div></div>` +
      `<div id="gsc_oci_table">${table.join('')}</div></div>${frameBottom}`
    );
  }
  return undefined;
}
