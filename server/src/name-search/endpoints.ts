import { endpoint } from '../platform/http/endpoint.ts';
import { scholarOf } from '../scholars/scholar.ts';
import { listScholars } from '../scholars/store.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import type { FoundPerson } from '../sources/person.ts';
import * as contract from './contract.ts';
import { candidateOf } from './describe-search.ts';
import { searchNames } from './search-names.ts';

const CANDIDATES = 10;

export const search = endpoint({
  summary: 'Find scholars by name at Google Scholar, or else at OpenAlex; results are cached',
  query: contract.SearchQuery,
  response: contract.Search,
  errors: ['not_ready'],
  async handle({ user, query, ...services }) {
    const { baseUrl } = services.config.googleScholar;
    const { text, search, askedAt } = await searchNames(services, user.id, query.query);
    const limit = query.limit ?? CANDIDATES;
    const candidates = search.people.filter(({ scholarId }) => scholarId !== null).slice(0, limit);
    const people = search.people.filter(({ scholarId }) => scholarId === null).slice(0, limit);
    const mine = search.people.length > 0 ? await listScholars(services.db, user.id) : [];
    const scholars = new Map(
      mine.flatMap((row) => row.profiles.map(({ id }) => [id, scholarOf(row, baseUrl)] as const)),
    );
    const present = (person: FoundPerson) =>
      candidateOf(person, idsOf(person).flatMap((id) => scholars.get(id) ?? [])[0], baseUrl);
    return {
      query: text,
      state: search.state,
      state_reason: search.reason,
      action_hint: search.hint,
      candidates: candidates.map(present),
      people: people.map(present),
      warnings: [...search.warnings],
      asked_at: search.state === 'rate_limited' ? null : askedAt,
      retry_at: search.retryAt === null ? null : new Date(search.retryAt),
    };
  },
});

/** The person's ids at the sources. */
function idsOf({ scholarId, pageUrl, orcid }: FoundPerson): string[] {
  return [scholarId, pageUrl === null ? null : parseAuthorId(pageUrl)?.id, orcid].flatMap((id) => id ?? []);
}
