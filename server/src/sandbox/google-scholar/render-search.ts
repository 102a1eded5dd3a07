import type { SandboxScholar } from '../scholar.ts';
import { escapeHtml } from './markup.ts';
import { frameBottom, frameTop, renderHead } from './page-frame.ts';

export interface SearchHit {
  readonly scholar: SandboxScholar;
  readonly citations: number;
}

/** Result cards of a search for people by name. */
export function renderSearch(query: string, hits: readonly SearchHit[], origin: string): string {
  const none = `<div class="gs_med"><p>Your search - <b>${escapeHtml(query)}</b> - didn't match any user profiles.</p></div>`;
  const cards = hits.map((hit) => renderCard(hit, origin)).join('');
  return (
    renderHead('\u202aProfiles\u202c - \u202aGoogle Scholar\u202c', 'UTF-8') +
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
