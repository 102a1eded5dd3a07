import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import { offerUndo } from '../../ui/undo.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { DETAIL_KEY, invalidateLists } from './cached-publications.ts';

export type AuthorOf = Publication['scholars'][number];

const PATH = '/api/v1/scholars/{id}/rejected-publications/{publication_id}';

/** Says that a publication is not by a scholar, and offers an undo. Resolves when the lists no longer have it. */
export async function rejectPublication({ publication_id: id }: Publication, scholar: AuthorOf): Promise<void> {
  const params = { path: { id: scholar.scholar_profile_id, publication_id: id } };
  const sent = unwrap(api.PUT(PATH, { params }));
  // registered at once, like the undo of marks
  const forgetUndo = offerUndo(texts.rejected(scholar.label), async () => {
    await sent;
    await acceptPublication(id, scholar.scholar_profile_id);
  });
  sent.catch(forgetUndo);
  await sent;
  await refresh(id);
}

/** Takes back that a publication is not by a scholar. */
export async function acceptPublication(id: number, scholarId: number): Promise<void> {
  await unwrap(api.DELETE(PATH, { params: { path: { id: scholarId, publication_id: id } } }));
  await refresh(id);
}

async function refresh(id: number): Promise<void> {
  // with what is rejected for each scholar
  void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  await Promise.all([invalidateLists(), queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] })]);
}

/** The scholar who is meant if the user names none: the only one, or the one whose list is shown. */
export function meantScholar({ scholars }: Publication, listed: number | undefined): AuthorOf | undefined {
  const [first] = scholars;
  return scholars.length === 1 ? first : scholars.find(({ scholar_profile_id: id }) => id === listed);
}
