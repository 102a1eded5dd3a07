import type { ScholarProfile } from '../../api/shapes.ts';

type Source = ScholarProfile['source'];

const ORCID = /(?:^|orcid\.org\/)\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX]\/?$/i;
const OPENALEX = /(?:^|openalex\.org\/(?:authors\/)?)A\d{4,}\/?$/i;
const DBLP = /^(?:\d{1,4}\/[\w-]{1,60}|[a-z]\/[A-Z][\w=-]{1,60})$|^(?:https?:\/\/)?(?:www\.)?dblp\.[a-z.-]+\/pid\//;
const GOOGLE_SCHOLAR = /^[\w-]{12}$|[?&]user=[\w-]{12}(?:[&#]|$)/;

/** The source of a profile's id or address, by its form. Returns null for anything else. The service checks the rest. */
export function sourceOfInput(typed: string): Source | null {
  const text = typed.trim();
  if (ORCID.test(text)) return 'orcid';
  if (OPENALEX.test(text)) return 'openalex';
  if (DBLP.test(text)) return 'dblp';
  return GOOGLE_SCHOLAR.test(text) ? 'google_scholar' : null;
}
