import type { ServerResponse } from 'node:http';
import { redirect, sendAnswer, sendText, textAnswer } from './answer.ts';
import { answerWithFault, loopAddress } from './faults/answer-with-fault.ts';
import { otherPage } from './faults/blocked-pages.ts';
import type { Fault, FaultBook } from './faults/fault.ts';
import { misbehaveAsGoogleScholar } from './faults/google-scholar-misbehaviour.ts';
import { misbehaveAsOtherSource } from './faults/other-source-misbehaviour.ts';
import { renderPoisonRows } from './faults/poison-rows.ts';
import { poisonData } from './faults/spoil-data.ts';
import { answerGoogleScholar } from './google-scholar/answer-google-scholar.ts';
import type { ProfileShelf } from './google-scholar/serve-profile.ts';
import type { Library } from './library.ts';
import type { Gates } from './limits/gate.ts';
import { answerOtherSource, otherSources } from './other-sources/answer-other-source.ts';
import type { Catalogue } from './other-sources/catalogue.ts';
import type { RequestLog } from './request-log.ts';

export interface Desk {
  readonly library: Library;
  readonly shelf: ProfileShelf;
  readonly catalogue: Catalogue;
  readonly faults: FaultBook;
  readonly log: RequestLog;
  /** Photos are not what crawls are about: they have a log, and a fault, of their own. */
  readonly photoLog: RequestLog;
  readonly gates: Gates;
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
  return otherSources.find((source) => source === first);
}

/** Answers a request for one of the sources, or lets it go wrong if a fault is set for the profile or the source. */
export function routeRequest(desk: Desk, url: URL, response: ServerResponse): ServerResponse {
  if (url.pathname === '/robots.txt') return sendText(response, 200, robots, 'text/plain');
  const source = sourceOf(url.pathname);
  if (source === undefined) return sendText(response, 404, 'Not found\n', 'text/plain');
  const isPhoto = url.searchParams.get('view_op')?.endsWith('_photo') === true;
  (isPhoto ? desk.photoLog : desk.log).add(source, url);
  if (url.searchParams.has('sandbox_loop')) return redirect(response, loopAddress(url));
  const profileId = url.searchParams.get('user') ?? '';
  const isSearch = url.searchParams.get('view_op') === 'search_authors';
  const fault = desk.faults.take(...(isPhoto ? ['photos'] : isSearch ? ['name_search', source] : [profileId, source]));
  const answers = source === 'google_scholar' ? answerScholar : answerOther;
  return answers(desk, { source, url, profileId, response, fault });
}

interface Routed {
  readonly source: string;
  readonly url: URL;
  readonly profileId: string;
  readonly response: ServerResponse;
  readonly fault: Fault | undefined;
}

function answerScholar(desk: Desk, { url, profileId, response, fault }: Routed): ServerResponse {
  const { library, shelf } = desk;
  const answer = (extraRows: readonly string[] = []) => answerGoogleScholar(library, shelf, url, response, extraRows);
  if (fault === undefined) return answer();
  const soundAnswer = () => textAnswer(200, shelf.page({ ...wholePage, id: profileId }, url.origin) ?? otherPage);
  return answerWithFault(fault, {
    url,
    response,
    soundAnswer,
    misbehaviour: misbehaveAsGoogleScholar(url, soundAnswer),
    hold: () => holdBack(desk, response, answer),
    answerPoisoned: () => answer(renderPoisonRows(profileId, fault.rows)),
  });
}

const wholePage = { order: 'citations', cstart: 0, pagesize: 100, language: 'en', ascii: false } as const;

function answerOther(desk: Desk, { source, url, response, fault }: Routed): ServerResponse {
  const soundAnswer = () => answerOtherSource(source, desk.catalogue, url);
  const answer = () => {
    const { headers, refusal } = desk.gates(source, url, response.req.headers);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return sendAnswer(response, refusal ?? soundAnswer());
  };
  if (fault === undefined) return answer();
  return answerWithFault(fault, {
    url,
    response,
    soundAnswer,
    misbehaviour: misbehaveAsOtherSource(source, url, soundAnswer),
    hold: () => holdBack(desk, response, answer),
    answerPoisoned: () => sendAnswer(response, poisonData(soundAnswer())),
  });
}

function holdBack(desk: Desk, response: ServerResponse, answer: () => void): ServerResponse {
  desk.held.push(() => answer());
  return response;
}
