import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import { offerUndo } from '../../ui/undo.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { DETAIL_KEY } from './cached-publications.ts';
import { LIST_KEY } from './list-query.ts';

export type AuthorOf = Publication['scholars'][number];

/** Says that a publication is not by a scholar, and offers an undo. Resolves when the lists no longer have it. */
export async function rejectPublication({ publication_id: id }: Publication, scholar: AuthorOf): Promise<void> {
  const params = { path: { id: scholar.scholar_profile_id, publication_id: id } };
  const path = '/api/v1/scholars/{id}/rejected-publications/{publication_id}';
  const sent = unwrap(api.PUT(path, { params }));
  // registered at once, like the undo of marks
  const forgetUndo = offerUndo(texts.rejected(scholar.label), async () => {
    await sent;
    await unwrap(api.DELETE(path, { params }));
    await refresh(id);
  });
  sent.catch(forgetUndo);
  await sent;
  await refresh(id);
}

async function refresh(id: number): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LIST_KEY }),
    queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] }),
  ]);
}

/** The scholar who is meant if the user names none: the only one, or the one whose list is shown. */
export function meantScholar({ scholars }: Publication, listed: number | undefined): AuthorOf | undefined {
  const [first] = scholars;
  return scholars.length === 1 ? first : scholars.find(({ scholar_profile_id: id }) => id === listed);
}
