import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Publication } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import { offerUndo, reportFailure } from '../../ui/undo.ts';

const PATH = '/api/v1/publications/{id}/added';

/** Removes a publication that the user added, and offers an undo. */
export function removeAdded({ publication_id: id }: Publication): void {
  const params = { path: { id } };
  const sent = send(() => unwrap(api.DELETE(PATH, { params })));
  const forgetUndo = offerUndo(texts.removed, async () => {
    await sent;
    await send(() => unwrap(api.PUT(PATH, { params })));
  });
  sent.catch(forgetUndo);
  reportFailure(sent);
}

async function send(change: () => Promise<unknown>): Promise<void> {
  await change();
  await queryClient.invalidateQueries({ queryKey: ['publications'] });
}
