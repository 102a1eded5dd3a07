import { endpoint } from '../platform/http/endpoint.ts';
import { scholarOf } from '../scholars/read-scholars.ts';
import { listScholars } from '../scholars/store.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import type { FoundPerson } from '../sources/person.ts';
import * as contract from './contract.ts';
import { candidateOf } from './describe-search.ts';
import { searchNames } from './search-names.ts';
import { completeIds } from './store.ts';

const CANDIDATES = 10;

export const search = endpoint({
  summary:
    'Find scholars by name at OpenAlex, or first at Google Scholar if the operator allows it; results are cached',
  description:
    '`state` says whether the source answered, and `action_hint` what to do if it did not. `candidates` can be tracked by their `scholar_id`; `people` are known elsewhere only.',
  query: contract.SearchQuery,
  response: contract.Search,
  errors: ['not_ready'],
  async handle({ user, query, ...services }) {
    const { db, config } = services;
    const { baseUrl } = config.googleScholar;
    const { text, search, requestedAt } = await searchNames(services, user.id, query.query);
    const limit = query.limit ?? CANDIDATES;
    const known = search.people.length > 0 ? await completeIds(db, user.id, search.people.map(idsOf)) : [];
    const mine = known.some(({ scholarId }) => scholarId !== null) ? await listScholars(db, user.id) : [];
    const scholars = new Map(mine.map((row) => [row.id, scholarOf(row, config)]));
    const found = search.people.map((person, at) => {
      const { ids = [], scholarId = null } = known[at] ?? {};
      return candidateOf(person, { ids, scholar: scholarId === null ? undefined : scholars.get(scholarId) }, baseUrl);
    });
    const candidates = found.filter(({ scholar_id }) => scholar_id !== null);
    const people = found.filter(({ scholar_id }) => scholar_id === null);
    return {
      query: text,
      state: search.state,
      state_reason: search.reason,
      // the hint of a successful search is about the people without a Google Scholar id
      action_hint: search.state === 'ok' && people.length === 0 ? null : search.hint,
      candidates: candidates.slice(0, limit),
      people: people.slice(0, limit),
      warnings: [...search.warnings],
      asked_at: search.state === 'rate_limited' ? null : requestedAt,
      retry_at: search.retryAt === null ? null : new Date(search.retryAt),
    };
  },
});

/** The person's ids at the sources. */
function idsOf({ scholarId, pageUrl, orcid }: FoundPerson): AuthorId[] {
  const page = pageUrl === null ? null : parseAuthorId(pageUrl);
  return [
    ...(scholarId === null ? [] : [{ source: 'google_scholar' as const, id: scholarId }]),
    ...(page === null ? [] : [page]),
    ...(orcid === null ? [] : [{ source: 'orcid' as const, id: orcid }]),
  ];
}
