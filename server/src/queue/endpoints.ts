import { endpoint } from '../platform/http/endpoint.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { listItems } from './store.ts';

const PAGE_SIZE = 200;

export const list = endpoint({
  summary: 'List what waits to be crawled, what is being crawled, and what was given up',
  query: contract.ItemsQuery,
  answer: contract.ItemList,
  async handle({ db, user, query }) {
    const window = windowOf(query, PAGE_SIZE);
    const { items, totalCount } = await listItems(db, user.id, query.status ?? null, window);
    return { queue_items: items, pagination: paginationOf(window, totalCount) };
  },
});
