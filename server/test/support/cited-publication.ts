import type { CitedPublication } from '../../src/citations/make-item.ts';

/** A publication of which only a title and a year are known. */
export const citedPublication: CitedPublication = {
  ...{ id: 1, title: 'A title', author_text: null, venue_text: null, year: 2020, citation_count: 0, pub_url: null },
  ...{ doi: null, identifiers: null, authors: null, has_all_authors: null, biblio: null, stated: null },
  ...{ notice: null, reading: null },
};
