import { challengePage } from '../faults/refusals.ts';
import type { Publication } from '../publication.ts';
import { escapeHtml, redirectResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { encodeDoi, pdfAddressOf } from './describe-publication.ts';
import { listLocations } from './locations.ts';
import { copyOf, traitOf } from './traits.ts';

const missing = textResponse(404, '<html><body><h1>Page not found</h1></body></html>');
const viewer =
  '<!doctype html><html><head><title>PDF viewer</title></head><body><div id="viewer">Loading the document …</div></body></html>';

/**
 * Handles `/publisher/{doi}` by a landing page, `/publisher/{doi}.pdf`, and `/publisher/files/{doi}.pdf`, where the
 * files of some publications are.
 */
export function handlePublisher(catalog: Catalog, url: URL): SourceResponse {
  const path = decodeURIComponent(url.pathname.slice('/publisher/'.length));
  const [, folder, doi = ''] = /^(files\/)?(.*?)(?:\.pdf)?$/s.exec(path) ?? [];
  const publication = catalog.byDoi(doi);
  if (publication === undefined) return missing;
  const file = `${url.origin}/publisher/files/${encodeDoi(doi)}.pdf`;
  const copy = copyOf(publication);
  if (copy === 'challenge') return challengePage(url);
  if (folder !== undefined) return copy === 'redirect' || copy === 'html' ? makePdf(publication.title) : missing;
  if (path.endsWith('.pdf')) return handlePdf(publication, file);
  const pdf = copy === 'html' ? file : pdfAddressOf(publication, url.origin);
  return textResponse(200, renderLandingPage(publication, pdf));
}

function handlePdf(publication: Publication, file: string): SourceResponse {
  switch (copyOf(publication)) {
    case 'direct':
      return makePdf(publication.title);
    case 'padded':
      return makePdf(publication.title, '\r\n'.repeat(60));
    case 'redirect':
      return redirectResponse(file);
    case 'html':
      return textResponse(200, `${viewer}<!-- ${escapeHtml(publication.title)} -->`);
    default:
      return missing;
  }
}

/**
 * Handles `/repository/{doi}` by a landing page, and `/repository/{doi}.pdf`, for publications that a repository has.
 */
export function handleRepository(catalog: Catalog, url: URL): SourceResponse {
  const path = decodeURIComponent(url.pathname.slice('/repository/'.length));
  const publication = catalog.byDoi(path.replace(/\.pdf$/, ''));
  const copy =
    publication &&
    listLocations(publication, url.origin).find(({ landing }) => landing.startsWith(`${url.origin}/repository/`));
  if (publication === undefined || copy === undefined)
    return textResponse(404, '<html><body><h1>Item not found</h1></body></html>');
  return path.endsWith('.pdf')
    ? makePdf(publication.title)
    : textResponse(200, renderLandingPage(publication, copy.pdf));
}

/**
 * A publisher's or a repository's page about a publication. Its PDF tag has one of the forms that occur on real pages.
 */
function renderLandingPage(publication: Publication, pdf: string | null): string {
  const title = escapeHtml(publication.title);
  const metas = [
    meta('citation_title', publication.title),
    ...publication.authors.map((name) => meta('citation_author', name)),
    meta('citation_doi', publication.doi ?? ''),
    ...(pdf === null ? [] : [writePdfMeta(publication, pdf)]),
  ];
  return `<!doctype html><html><head><title>${title}</title>${metas.join('')}</head><body><h1>${title}</h1></body></html>`;
}

function writePdfMeta(publication: Publication, pdf: string): string {
  const drawn = publication.copy === undefined ? traitOf(publication, 'meta') : 0;
  if (drawn < 0.6) return meta('citation_pdf_url', pdf);
  if (drawn < 0.75) return `<meta content="${escapeHtml(pdf)}" name="citation_pdf_url" />`;
  if (drawn < 0.9) return `<meta\n  name='citation_pdf_url'\n  content='${escapeHtml(pdf)}'>`;
  return `<META NAME=citation_pdf_url CONTENT=${escapeHtml(new URL(pdf).pathname)}>`;
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

/** A PDF of one page with the title. `prelude` comes first, because some servers send blank lines before a PDF. */
export function makePdf(title: string, prelude = ''): SourceResponse {
  const shown = title
    .replaceAll(/[^\u0020-\u007e]/g, '?')
    .replaceAll(/[()\\]/g, ' ')
    .slice(0, 80);
  const text = `BT /F1 14 Tf 60 760 Td (${shown}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return textResponse(200, Buffer.from(prelude + body + table + trailer, 'latin1'), 'application/pdf');
}
