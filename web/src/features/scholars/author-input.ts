import type { ScholarProfile } from '../../api/shapes.ts';

type Source = ScholarProfile['source'];

const SCHEME = /^(?:https?:)?\/\//i;
const ORCID = /^(?:(?:www\.)?orcid\.org\/)?\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX]\/?$/i;
const OPENALEX = /^(?:(?:(?:www|api)\.)?openalex\.org\/(?:(?:authors|people)\/)?)?A[1-9]\d{0,11}\/?$/i;
const DBLP_PID = /^(?:\d{1,4}\/[\w-]{1,60}|[a-z]\/[A-Z][\w=-]{1,60})$/;
const DBLP_PAGE = /^(?:www\.)?dblp\.(?:org|uni-trier\.de|dagstuhl\.de)\/pid\//i;
const GOOGLE_SCHOLAR = /^[\w-]{12}$|^scholar\.google\.[a-z.]+\/citations\/?\?(?:.*&)?user=[\w-]{12}(?:[&#]|$)/i;

/**
 * The source of a profile's id or address, by its form. Returns null for anything else. The service checks the rest.
 */
export function sourceOfInput(typed: string): Source | null {
  const text = typed.trim().replace(SCHEME, '');
  const page = text.replace(/[?#].*$/s, '');
  if (ORCID.test(page)) return 'orcid';
  if (OPENALEX.test(page)) return 'openalex';
  if (DBLP_PID.test(text) || DBLP_PAGE.test(page)) return 'dblp';
  return GOOGLE_SCHOLAR.test(text) ? 'google_scholar' : null;
}
