import { lookAtLink, type Visitor } from './look-at-link.ts';
import { type RefusedLink, refuse } from './refused-link.ts';

const MAX_BYTES = 65_536;

/** Whether a link leads to a PDF, by what its first bytes are and not by what it says of itself; whatever happens is a value. */
export async function checkPdf(
  url: string,
  visitor: Visitor,
): Promise<{ readonly kind: 'pdf'; readonly finalUrl: string } | RefusedLink> {
  const answer = await lookAtLink(url, visitor, { accept: 'application/pdf, */*;q=0.8', maxBytes: MAX_BYTES });
  if (answer.kind !== 'html') return answer;
  return refuse('html', `${new URL(answer.finalUrl).host} answers with a page, not with a PDF.`);
}
