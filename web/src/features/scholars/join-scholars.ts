import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { offerUndo, reportFailure } from '../../ui/undo.ts';
import { scholarsQuery } from './scholars-query.ts';

/** Joins another scholar of the user into this one, and offers an undo. */
export function joinScholars(scholarId: number, joinedId: number, message: string): void {
  const params = { path: { id: scholarId } };
  const body = { scholar_profile_id: joinedId };
  const sent = unwrap(api.POST('/api/v1/scholars/{id}/join', { params, body })).then(refresh);
  const undo = () => unwrap(api.DELETE('/api/v1/scholars/{id}/join', { params })).then(refresh);
  reportFailure(sent.then(() => void offerUndo(message, undo)));
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['publications'] }),
  ]);
}
