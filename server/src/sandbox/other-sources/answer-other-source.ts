import type { ServerResponse } from 'node:http';
import { sendText } from '../answer.ts';
import { answerArxiv } from './answer-arxiv.ts';
import { answerCrossref } from './answer-crossref.ts';
import { answerEuropePmc } from './answer-europepmc.ts';
import { answerOpenAlex } from './answer-openalex.ts';
import { answerPublisher } from './answer-publisher.ts';
import { answerUnpaywall } from './answer-unpaywall.ts';
import type { Catalogue } from './catalogue.ts';

type Answer = (catalogue: Catalogue, url: URL, response: ServerResponse) => ServerResponse;

const answers: ReadonlyMap<string, Answer> = new Map([
  ['openalex', answerOpenAlex],
  ['crossref', answerCrossref],
  ['arxiv', answerArxiv],
  ['unpaywall', answerUnpaywall],
  ['europepmc', answerEuropePmc],
  ['publisher', answerPublisher],
]);

/** Answers for one of the sources besides Google Scholar. */
export function answerOtherSource(
  source: string,
  catalogue: Catalogue,
  url: URL,
  response: ServerResponse,
): ServerResponse {
  const answer = answers.get(source);
  if (answer === undefined) return sendText(response, 404, 'Not found\n', 'text/plain');
  return answer(catalogue, url, response);
}
