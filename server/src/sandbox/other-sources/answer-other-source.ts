import { type Answer, textAnswer } from '../answer.ts';
import { answerArxiv } from './answer-arxiv.ts';
import { answerCrossref } from './answer-crossref.ts';
import { answerEuropePmc } from './answer-europepmc.ts';
import { answerOpenAlex } from './answer-openalex.ts';
import { answerOrcid } from './answer-orcid.ts';
import { answerPublisher } from './answer-publisher.ts';
import { answerRepository } from './answer-repository.ts';
import { answerUnpaywall } from './answer-unpaywall.ts';
import type { Catalogue } from './catalogue.ts';

const answers: ReadonlyMap<string, (catalogue: Catalogue, url: URL) => Answer> = new Map([
  ['openalex', answerOpenAlex],
  ['crossref', answerCrossref],
  ['arxiv', answerArxiv],
  ['unpaywall', answerUnpaywall],
  ['europepmc', answerEuropePmc],
  ['orcid', answerOrcid],
  ['publisher', answerPublisher],
  ['repository', answerRepository],
]);

/** All but Google Scholar: sources of records and of people, and two that keep copies of works. */
export const otherSources: readonly string[] = [...answers.keys()];

/** The sound answer of one of the sources besides Google Scholar. */
export function answerOtherSource(source: string, catalogue: Catalogue, url: URL): Answer {
  return answers.get(source)?.(catalogue, url) ?? textAnswer(404, 'Not found\n', 'text/plain');
}
