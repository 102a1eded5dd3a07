import type { FoundPeople, FoundPerson } from '../person.ts';
import type { SourceAnswer } from '../source.ts';
import { type CardParts, collectAuthorCards, type SearchParts } from './collect-author-cards.ts';
import { foldText, isVisible, unwrapDirection } from './fold-text.ts';
import { parseScholarId } from './parse-scholar-id.ts';
import { readCount } from './read-number.ts';
import { recognizeBlockPage } from './recognize-block-page.ts';

const MAX_NAME = 500;
const MAX_AFFILIATION = 1_000;
const MAX_INTEREST = 200;
const MAX_DOMAIN = 253;
const NONE = /didn['’]t match any user profiles/i;

/**
 * Reads the results of a search for people. `found` only when the page was there to its end, and without anybody only when it says so itself: of
 * another layout or cut off it is `changed` or `blocked`, so that nobody takes it for a name that no one has.
 */
export function parseAuthorSearch(html: string): SourceAnswer<FoundPeople> {
  const parts = collectAuthorCards(html);
  if (parts.excess !== null) return { kind: 'changed', reason: parts.excess };
  const saysNone = NONE.test(parts.words);
  if (parts.cards.length === 0 && !saysNone) {
    const block = recognizeBlockPage(parts);
    if (block !== null) return { kind: 'blocked', reason: block, retryAfterSeconds: null };
    return { kind: 'changed', reason: missingLandmark(parts) };
  }
  if (!parts.closed) return { kind: 'changed', reason: 'incomplete_page' };
  const people = new Map<string, FoundPerson>();
  let unreadable = 0;
  for (const card of parts.cards) {
    const person = readCard(card);
    if (person === null) unreadable += 1;
    else if (!people.has(person.scholarId)) people.set(person.scholarId, person);
  }
  if (parts.cards.length > 0 && people.size === 0) return { kind: 'changed', reason: 'results_unreadable' };
  return { kind: 'found', value: { people: [...people.values()], unreadable } };
}

function missingLandmark(parts: SearchParts): string {
  if (parts.legacy) return 'legacy_layout';
  if (!parts.closed) return 'incomplete_page';
  return parts.hasContainer ? 'results_unreadable' : 'no_search_landmarks';
}

function readCard(card: CardParts): (FoundPerson & { scholarId: string }) | null {
  const scholarId = idOf(card.link);
  const name = lineOf(card.name, MAX_NAME);
  if (scholarId === null || name === null) return null;
  const email = lineOf(card.email, MAX_DOMAIN + 50) ?? '';
  const citedBy = lineOf(card.citedBy, 100) ?? '';
  return {
    source: 'google_scholar',
    scholarId,
    name,
    affiliation: lineOf(card.affiliation, MAX_AFFILIATION),
    emailDomain: /^Verified email at ([\p{L}\p{N}.-]+)(?: |$)/iu.exec(email)?.[1]?.toLowerCase() ?? null,
    citedByCount: readCount(citedBy.replace(/^Cited by /i, '')),
    interests: [...new Set(card.interests.flatMap(({ text }) => lineOf(text, MAX_INTEREST) ?? []))],
    orcid: null,
    pageUrl: null,
  };
}

/** The profile's id in the link of a result, which is relative to the page. */
function idOf(link: string | null): string | null {
  const base = 'https://scholar.google.com/citations';
  if (link === null || !URL.canParse(link, base)) return null;
  const { pathname, searchParams } = new URL(link, base);
  const [id, ...others] = searchParams.getAll('user');
  // a whole address would be taken, too
  if (pathname !== '/citations' || id === undefined || others.length > 0 || id.length !== 12) return null;
  return parseScholarId(id);
}

function lineOf(text: string | null, maxLength: number): string | null {
  const line = unwrapDirection(foldText(text ?? '', maxLength).text);
  return isVisible(line) ? line : null;
}
