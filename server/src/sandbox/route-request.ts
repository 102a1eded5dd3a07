import type { ServerResponse } from 'node:http';
import { redirect, sendText } from './answer.ts';
import { answerWithFault, loopAddress } from './faults/answer-with-fault.ts';
import type { FaultBook } from './faults/fault.ts';
import { renderPoisonRows } from './faults/poison-rows.ts';
import { answerGoogleScholar } from './google-scholar/answer-google-scholar.ts';
import type { ProfileShelf } from './google-scholar/serve-profile.ts';
import type { Library } from './library.ts';
import { answerOtherSource } from './other-sources/answer-other-source.ts';
import type { Catalogue } from './other-sources/catalogue.ts';
import type { RequestLog } from './request-log.ts';

export interface Desk {
  readonly library: Library;
  readonly shelf: ProfileShelf;
  readonly catalogue: Catalogue;
  readonly faults: FaultBook;
  readonly log: RequestLog;
  /** Answers that a fault `hang` keeps back. */
  readonly held: (() => void)[];
}

const robots = `User-agent: *
Disallow: /scholar
Disallow: /citations?
Allow: /citations?user=
Disallow: /citations?*cstart=
`;

/** The source that a path belongs to, named as in the environment but in lower case; undefined for none. */
function sourceOf(path: string): string | undefined {
  const first = path.split('/')[1] ?? '';
  if (first === 'citations' || first === 'scholar') return 'google_scholar';
  return ['openalex', 'crossref', 'arxiv', 'unpaywall', 'europepmc', 'publisher'].find((source) => source === first);
}

/** Answers a request for one of the sources, or lets it go wrong if a fault is set for the profile or the source. */
export function routeRequest(desk: Desk, url: URL, response: ServerResponse): ServerResponse {
  if (url.pathname === '/robots.txt') return sendText(response, 200, robots, 'text/plain');
  const source = sourceOf(url.pathname);
  if (source === undefined) return sendText(response, 404, 'Not found\n', 'text/plain');
  desk.log.add(source, url);
  if (url.searchParams.has('sandbox_loop')) return redirect(response, loopAddress(url));
  const answer = (extraRows: readonly string[] = []) => {
    if (source === 'google_scholar') return answerGoogleScholar(desk.library, desk.shelf, url, response, extraRows);
    return answerOtherSource(source, desk.catalogue, url, response);
  };
  const profileId = url.searchParams.get('user') ?? '';
  const fault = desk.faults.take(profileId, source);
  if (fault === undefined) return answer();
  return answerWithFault(fault, {
    url,
    response,
    soundBody: () => soundBody(desk, url, profileId),
    hold: () => {
      desk.held.push(() => void answer());
      return response;
    },
    answerPoisoned: () => answer(renderPoisonRows(profileId, fault.rows)),
  });
}

function soundBody({ shelf }: Desk, url: URL, id: string): Buffer {
  const request = { id, order: 'citations', cstart: 0, pagesize: 100, language: 'en', ascii: false } as const;
  return (
    shelf.page(request, url.origin) ??
    Buffer.from(JSON.stringify({ status: 'ok', results: [], padding: 'x'.repeat(500) }))
  );
}
