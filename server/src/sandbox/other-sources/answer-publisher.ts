import type { ServerResponse } from 'node:http';
import { sendText } from '../answer.ts';
import { escapeHtml } from '../google-scholar/markup.ts';
import type { Catalogue } from './catalogue.ts';
import { pdfAddressOf } from './describe-work.ts';

/** `/publisher/{doi}`, a landing page that names its PDF when that is free, and `/publisher/{doi}.pdf`. */
export function answerPublisher(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const path = decodeURIComponent(url.pathname.slice('/publisher/'.length));
  const work = catalogue.byDoi(path.replace(/\.pdf$/, ''));
  const missing = () => sendText(response, 404, '<html><body><h1>Page not found</h1></body></html>');
  if (work === undefined) return missing();
  const pdf = pdfAddressOf(work, url.origin);
  if (path.endsWith('.pdf')) return pdf === null ? missing() : sendPdf(response, work.title);
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const metas = [
    meta('citation_title', work.title),
    ...work.authors.map((name) => meta('citation_author', name)),
    meta('citation_doi', work.doi ?? ''),
    ...(pdf === null ? [] : [meta('citation_pdf_url', pdf)]),
  ];
  const title = escapeHtml(work.title);
  return sendText(
    response,
    200,
    `<!doctype html><html><head><title>${title}</title>${metas.join('')}</head><body><h1>${title}</h1></body></html>`,
  );
}

/** One page with the title on it. */
export function sendPdf(response: ServerResponse, title: string): ServerResponse {
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
  return sendText(response, 200, Buffer.from(body + table + trailer, 'latin1'), 'application/pdf');
}
