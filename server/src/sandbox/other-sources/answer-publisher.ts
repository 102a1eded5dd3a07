import { type Answer, redirectAnswer, textAnswer } from '../answer.ts';
import { challengePage } from '../faults/challenge-page.ts';
import { escapeHtml } from '../google-scholar/markup.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { encodeDoi, pdfAddressOf } from './describe-work.ts';
import { copyOf } from './draw-traits.ts';
import { makePdf } from './make-pdf.ts';
import { renderLandingPage } from './render-landing-page.ts';

const missing = textAnswer(404, '<html><body><h1>Page not found</h1></body></html>');
const viewer =
  '<!doctype html><html><head><title>PDF viewer</title></head><body><div id="viewer">Loading the document …</div></body></html>';

/** `/publisher/{doi}`, a landing page; `/publisher/{doi}.pdf`; and `/publisher/files/{doi}.pdf`, where some keep the file. */
export function answerPublisher(catalogue: Catalogue, url: URL): Answer {
  const path = decodeURIComponent(url.pathname.slice('/publisher/'.length));
  const [, folder, doi = ''] = /^(files\/)?(.*?)(?:\.pdf)?$/s.exec(path) ?? [];
  const work = catalogue.byDoi(doi);
  if (work === undefined) return missing;
  const file = `${url.origin}/publisher/files/${encodeDoi(doi)}.pdf`;
  const copy = copyOf(work);
  if (copy === 'challenge') return challengePage(url);
  if (folder !== undefined) return copy === 'redirect' || copy === 'html' ? makePdf(work.title) : missing;
  if (path.endsWith('.pdf')) return answerPdf(work, file);
  const pdf = copy === 'html' ? file : pdfAddressOf(work, url.origin);
  return textAnswer(200, renderLandingPage(work, pdf));
}

function answerPdf(work: Work, file: string): Answer {
  switch (copyOf(work)) {
    case 'direct':
      return makePdf(work.title);
    case 'padded':
      return makePdf(work.title, '\r\n'.repeat(60));
    case 'redirect':
      return redirectAnswer(file);
    case 'html':
      return textAnswer(200, `${viewer}<!-- ${escapeHtml(work.title)} -->`);
    default:
      return missing;
  }
}
