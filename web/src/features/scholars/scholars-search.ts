/** Search parameters of the page of scholars. A missing one has its default. */
export interface ScholarsSearch {
  /** the name to search for at the sources */
  readonly name?: string;
  /** the filter of the list */
  readonly q?: string;
  readonly order?: ScholarOrder;
}

export const SCHOLAR_ORDERS = ['name', 'unread', 'checked'] as const;
export type ScholarOrder = (typeof SCHOLAR_ORDERS)[number];

/** The service's limit. */
export const MAX_NAME_LENGTH = 200;

/** Reads the valid search parameters and ignores the rest. */
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

/** The router parses text that looks like a number or a boolean. */
function readText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, MAX_NAME_LENGTH) : '';
}
