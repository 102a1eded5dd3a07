import * as contract from '../events/contract.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { listEvents } from './list-events.ts';

export const list = endpoint({
  summary: 'List what happened since an event, oldest first',
  description: 'Keep `next_after` and send it as `after` of the next request: you miss nothing and read nothing twice.',
  query: contract.EventQuery,
  response: contract.EventPage,
  handle: ({ user, query, ...services }) => listEvents(services, user.id, query),
});
