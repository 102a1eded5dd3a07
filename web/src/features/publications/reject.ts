import { api, unwrap } from '../../api/client.ts';
import type { Publication } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import { invalidateAuthors } from './cached-publications.ts';
import { mark } from './marks.ts';
import { sendMarks } from './send-marks.ts';
import type { AuthorOf } from './unconfirmed-marks.ts';

/**
 * Says that a publication is not by a scholar, and offers an undo. Resolves when the lists no longer have it, or if that
 * waits for a connection.
 */
export async function rejectPublication(publication: Publication, scholar: AuthorOf): Promise<void> {
  mark([publication], { kind: 'notBy', scholar, isSet: true }, texts.rejected(scholar.label));
  await sendMarks().catch(() => undefined);
}

/** Takes back that a publication is not by a scholar. */
export async function acceptPublication(id: number, scholarId: number): Promise<void> {
  const params = { path: { id: scholarId, publication_id: id } };
  await unwrap(api.DELETE('/api/v1/scholars/{id}/rejected-publications/{publication_id}', { params }));
  await invalidateAuthors([id]);
}

/** The scholar who is meant if the user names none: the only one, or the one whose list is shown. */
export function meantScholar({ scholars }: Publication, listed: number | undefined): AuthorOf | undefined {
  const [first] = scholars;
  return scholars.length === 1 ? first : scholars.find(({ scholar_profile_id: id }) => id === listed);
}

/** The name of the scholar whose row it is, if the user has said that it is not theirs. The row leaves when that is sent. */
export function rejectedFor(publication: Publication): string | null {
  const { scholars, scholar_profile_id: id, scholar_label: label } = publication;
  return id === null || scholars.some((one) => one.scholar_profile_id === id) ? null : label;
}
