import { compareNames, readPerson } from '../names/same-person.ts';

/** The sources whose author ids publications list. */
const SOURCES = ['openalex', 'orcid'] as const;
export type AuthorIdSource = (typeof SOURCES)[number];

/** An author in a source's list. */
export interface ListedAuthor {
  readonly name: string;
  readonly orcid: string | null;
  readonly openalex_id: string | null;
}

/** An author id that publications list for the author with the person's name. */
export interface CountedAuthorId {
  readonly source: AuthorIdSource;
  readonly id: string;
  /** as it is listed there, for example with a full first name */
  readonly name: string;
  /** how many publications list it */
  readonly listedCount: number;
  /** how many publications list ids of this source at all */
  readonly publicationCount: number;
}

/** With fewer publications, a shared name could be a coincidence. */
const MIN_LISTED = 2;

/**
 * Counts which author ids a person's publications list for the author with the person's name. A list in which two names
 * match does not count, and neither does a publication whose lists disagree. So two ids of a source never share a
 * publication.
 */
export class AuthorIdCounter {
  readonly #isPerson: (name: string) => boolean;
  readonly #publications = new Map<AuthorIdSource, number>();
  readonly #listed = new Map<AuthorIdSource, Map<string, { readonly name: string; readonly count: number }>>();

  /** `name`: the person's name at the tracked profile */
  constructor(name: string) {
    this.#isPerson = nameComparison(name);
  }

  /** Adds a publication, as one or more sources list its authors. */
  add(lists: readonly (readonly ListedAuthor[])[]): void {
    const authors = lists.flatMap((list) => {
      const [author, ...others] = list.filter(({ name }) => this.#isPerson(name));
      return author && others.length === 0 ? author : [];
    });
    for (const source of SOURCES) {
      if (!lists.some((list) => list.some((author) => idOf(author, source) !== null))) continue;
      this.#publications.set(source, (this.#publications.get(source) ?? 0) + 1);
      const named = new Map(authors.map((author) => [idOf(author, source), author.name]));
      named.delete(null);
      const [only, ...others] = named;
      if (only && others.length === 0) this.#count(source, only[0] ?? '', only[1]);
    }
  }

  #count(source: AuthorIdSource, id: string, name: string): void {
    const ids = this.#listed.get(source) ?? new Map();
    ids.set(id, { name, count: (ids.get(id)?.count ?? 0) + 1 });
    this.#listed.set(source, ids);
  }

  /** The ids that at least two publications list. */
  results(): CountedAuthorId[] {
    return SOURCES.flatMap((source) =>
      [...(this.#listed.get(source) ?? [])].flatMap(([id, { name, count }]) =>
        count < MIN_LISTED
          ? []
          : { source, id, name, listedCount: count, publicationCount: this.#publications.get(source) ?? 0 },
      ),
    );
  }
}

/**
 * Compares names with that of the person. A name in another script could be anybody's. Co-authors recur, so each name
 * is read once.
 */
function nameComparison(name: string): (other: string) => boolean {
  const person = readPerson({ name, family: null });
  const known = new Map<string, boolean>();
  return (other) => {
    const result = known.get(other) ?? compareNames(person, readPerson({ name: other, family: null })) === 'compatible';
    known.set(other, result);
    return result;
  };
}

function idOf(author: ListedAuthor, source: AuthorIdSource): string | null {
  return source === 'orcid' ? author.orcid : author.openalex_id;
}
