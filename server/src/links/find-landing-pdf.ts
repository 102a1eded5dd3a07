import { lookAtLink, type Visitor } from './look-at-link.ts';
import { parseLandingPage } from './parse-landing-page.ts';
import { type RefusedLink, refuse } from './refused-link.ts';

const MAX_BYTES = 2 * 1024 * 1024;

export type LandingAnswer =
  | { readonly kind: 'named'; readonly finalUrl: string; readonly pdfUrls: readonly [string, ...string[]] }
  /** The page is the PDF: publishers do that. */
  | { readonly kind: 'pdf'; readonly finalUrl: string }
  | RefusedLink;

/** The addresses that an article's page names as its PDF, not looked at yet; whatever happens is a value. */
export async function findLandingPdf(url: string, visitor: Visitor): Promise<LandingAnswer> {
  const accept = 'text/html, application/xhtml+xml, application/pdf;q=0.9, */*;q=0.8';
  const answer = await lookAtLink(url, visitor, { accept, maxBytes: MAX_BYTES });
  if (answer.kind !== 'html') return answer;
  const { finalUrl, html } = answer;
  const [first, ...others] = parseLandingPage(html, finalUrl);
  if (first === undefined) return refuse('no_pdf_named', `The page of ${new URL(finalUrl).host} names no PDF.`);
  return { kind: 'named', finalUrl, pdfUrls: [first, ...others] };
}
