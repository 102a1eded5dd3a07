import { type Answer, textAnswer } from '../answer.ts';
import type { Catalogue } from './catalogue.ts';
import { listLocations } from './list-locations.ts';
import { makePdf } from './make-pdf.ts';
import { renderLandingPage } from './render-landing-page.ts';

/** `/repository/{doi}`, a landing page, and `/repository/{doi}.pdf`, for the works of which a repository has a copy. */
export function answerRepository(catalogue: Catalogue, url: URL): Answer {
  const path = decodeURIComponent(url.pathname.slice('/repository/'.length));
  const work = catalogue.byDoi(path.replace(/\.pdf$/, ''));
  const copy =
    work && listLocations(work, url.origin).find(({ landing }) => landing.startsWith(`${url.origin}/repository/`));
  if (work === undefined || copy === undefined)
    return textAnswer(404, '<html><body><h1>Item not found</h1></body></html>');
  return path.endsWith('.pdf') ? makePdf(work.title) : textAnswer(200, renderLandingPage(work, copy.pdf));
}
