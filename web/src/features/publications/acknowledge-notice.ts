import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportFailure } from '../../ui/undo.ts';
import { DETAIL_KEY } from './cached-publications.ts';

/** Says that the user knows what became of a publication, so that its details no longer call attention to it. */
export function acknowledgeNotice(id: number): void {
  reportFailure(send(id));
}

async function send(id: number): Promise<void> {
  await unwrap(api.PUT('/api/v1/publications/{id}/acknowledged-notice', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] });
}
