/** What the address says of the page of scholars; what it does not say is as it is by default. */
export interface ScholarsSearch {
  /** the name that is searched for in the sources */
  readonly name?: string;
  /** what the list is narrowed to */
  readonly q?: string;
  readonly order?: ScholarOrder;
}

export const SCHOLAR_ORDERS = ['name', 'unread', 'checked'] as const;
export type ScholarOrder = (typeof SCHOLAR_ORDERS)[number];

/** The service takes no longer name. */
export const LONGEST_NAME = 200;

/** Takes from an address what the page knows, and passes over the rest. */
export function readScholarsSearch(search: Record<string, unknown>): ScholarsSearch {
  const name = readText(search.name).trim();
  const q = readText(search.q);
  const order = SCHOLAR_ORDERS.find((known) => known === search.order);
  return {
    ...(name.length < 2 ? {} : { name }),
    ...(q === '' ? {} : { q }),
    ...(order && order !== 'name' ? { order } : {}),
  };
}

/** What looks like a number or a truth stands in an address without quotes. */
function readText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, LONGEST_NAME) : '';
}
