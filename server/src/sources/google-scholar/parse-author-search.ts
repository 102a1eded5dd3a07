import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { parseUrl } from '../../platform/parse-url.ts';
import type { FoundPeople, FoundPerson } from '../person.ts';
import type { SourceResponse } from '../source.ts';
import { find, findAll, readDocument, type Selector, textOf } from './dom.ts';
import { foldText, isVisible, unwrapDirection } from './fold-text.ts';
import { CARD, SEARCH } from './layout.ts';
import { parseScholarId } from './parse-scholar-id.ts';
import { readCount } from './read-number.ts';
import { hasLegacyLayout, recognizeBlockPage } from './recognize-block-page.ts';

const MAX_NAME = 500;
const MAX_AFFILIATION = 1_000;
const MAX_INTEREST = 200;
const MAX_INTERESTS = 50;
const MAX_DOMAIN = 253;
const MAX_CITED_BY = 2_147_483_647;
// The source shows 10.
const MAX_CARDS = 200;
const NONE = /didn['’]t match any user profiles/i;

/**
 * Reads the results of a search for people. Returns `found` only if the page is complete, and an empty list only if the
 * page says so. An incomplete or unknown page is `changed` or `blocked`, so that it does not look like a search without
 * results.
 */
export function parseAuthorSearch(html: string): SourceResponse<FoundPeople> {
  const { root, isWhole, excess } = readDocument(html);
  const changed = (reason: string) => ({ kind: 'changed', reason }) as const;
  if (excess !== null) return changed(excess);
  const results = find(root, SEARCH.results);
  const cards = findAll(root, SEARCH.card);
  if (cards.length > MAX_CARDS) return changed('too_many_results');
  const saysNone = results !== null && NONE.test(DomUtils.innerText(results));
  if (cards.length === 0 && !saysNone) {
    const block = recognizeBlockPage(root);
    if (block !== null) return { kind: 'blocked', reason: block, retryAfterSeconds: null };
    if (hasLegacyLayout(root)) return changed('legacy_layout');
    if (!isWhole) return changed('incomplete_page');
    return changed(results === null ? 'no_search_landmarks' : 'results_unreadable');
  }
  if (!isWhole) return changed('incomplete_page');
  const people = new Map<string, FoundPerson>();
  let unreadable = 0;
  for (const card of cards) {
    const person = readCard(card);
    if (person === null) unreadable += 1;
    else if (!people.has(person.scholarId)) people.set(person.scholarId, person);
  }
  if (cards.length > 0 && people.size === 0) return changed('results_unreadable');
  return { kind: 'found', value: { people: [...people.values()], unreadable } };
}

function readCard(card: Element): (FoundPerson & { scholarId: string }) | null {
  const scholarId = idOf(find(card, CARD.link)?.attribs.href);
  const line = (selector: Selector, maxLength: number) => lineOf(find(card, selector), maxLength);
  const name = line(CARD.name, MAX_NAME);
  if (scholarId === null || name === null) return null;
  const email = line(CARD.email, MAX_DOMAIN + 50) ?? '';
  const citedBy = readCount((line(CARD.citedBy, 100) ?? '').replace(/^Cited by /i, ''));
  const interests = findAll(card, CARD.interest).slice(0, MAX_INTERESTS);
  return {
    source: 'google_scholar',
    scholarId,
    name,
    affiliation: line(CARD.affiliation, MAX_AFFILIATION),
    emailDomain: /^Verified email at ([\p{L}\p{N}.-]+)(?: |$)/iu.exec(email)?.[1]?.toLowerCase() ?? null,
    citedByCount: citedBy !== null && citedBy <= MAX_CITED_BY ? citedBy : null,
    interests: [...new Set(interests.flatMap((interest) => lineOf(interest, MAX_INTEREST) ?? []))],
    orcid: null,
    pageUrl: null,
  };
}

/** The profile's id in the link of a result, which is relative to the page. */
function idOf(link: string | undefined): string | null {
  const url = link === undefined ? null : parseUrl(link, 'https://scholar.google.com/citations');
  if (url === null) return null;
  const [id, ...others] = url.searchParams.getAll('user');
  // `parseScholarId` also accepts a whole address.
  if (url.pathname !== '/citations' || id === undefined || others.length > 0 || id.length !== 12) return null;
  return parseScholarId(id);
}

function lineOf(element: Element | null, maxLength: number): string | null {
  const line = unwrapDirection(foldText(element === null ? '' : textOf(element), maxLength).text);
  return isVisible(line) ? line : null;
}
