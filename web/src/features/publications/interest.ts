import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { readingTexts as texts } from '../../texts/en/reading.ts';
import { offerUndo, reportFailure } from '../../ui/undo.ts';
import { DETAIL_KEY } from './cached-publications.ts';

export type Interest = NonNullable<PublicationDetail['interest']>;

const PATH = '/api/v1/publications/{id}/interest';

/**
 * Says that the user wants to read more, or less, like a publication, and offers an undo. Open lists keep their order,
 * so that no row moves away from the reader.
 */
export function saveInterest({ publication_id: id }: Publication, mark: Interest): void {
  const sent = send(id, mark);
  const forgetUndo = offerUndo(texts.saved[mark], async () => {
    await sent;
    await send(id, null);
  });
  sent.catch(forgetUndo);
  reportFailure(sent);
}

/** Takes back what `saveInterest` said. */
export function deleteInterest({ publication_id: id }: Publication): void {
  reportFailure(send(id, null));
}

async function send(id: number, mark: Interest | null): Promise<void> {
  const params = { path: { id } };
  if (mark === null) await unwrap(api.DELETE(PATH, { params }));
  else await unwrap(api.PUT(PATH, { params, body: { mark } }));
  await queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] });
}
