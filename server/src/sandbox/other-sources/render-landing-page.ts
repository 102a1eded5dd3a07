import { escapeHtml } from '../google-scholar/markup.ts';
import type { Work } from '../work.ts';
import { traitOf } from './draw-traits.ts';

/** A publisher's or a repository's page about a work. Where the PDF is named, it is so in one of the ways in which real pages write it. */
export function renderLandingPage(work: Work, pdf: string | null): string {
  const title = escapeHtml(work.title);
  const metas = [
    meta('citation_title', work.title),
    ...work.authors.map((name) => meta('citation_author', name)),
    meta('citation_doi', work.doi ?? ''),
    ...(pdf === null ? [] : [writePdfMeta(work, pdf)]),
  ];
  return `<!doctype html><html><head><title>${title}</title>${metas.join('')}</head><body><h1>${title}</h1></body></html>`;
}

function writePdfMeta(work: Work, pdf: string): string {
  const drawn = work.copy === undefined ? traitOf(work, 'meta') : 0;
  if (drawn < 0.6) return meta('citation_pdf_url', pdf);
  if (drawn < 0.75) return `<meta content="${escapeHtml(pdf)}" name="citation_pdf_url" />`;
  if (drawn < 0.9) return `<meta\n  name='citation_pdf_url'\n  content='${escapeHtml(pdf)}'>`;
  return `<META NAME=citation_pdf_url CONTENT=${escapeHtml(new URL(pdf).pathname)}>`;
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}
