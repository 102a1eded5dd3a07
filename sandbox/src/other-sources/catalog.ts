import { beganAsPreprint } from '../history.ts';
import type { Library } from '../library.ts';
import type { PublicationRef } from '../listing.ts';
import { firstAddedNumber, type Publication } from '../publication.ts';
import type { ScholarRecord } from '../scholar.ts';
import { articleOf, arxivPreprintOf, neighborSuffix, neighborsOf, wholeIssueOf } from './neighbors.ts';
import { openAlexAuthorIdOf } from './openalex-author-id.ts';
import { createTitleIndex, fold } from './title-index.ts';
import { hasSeparatePreprint, pmcidOf, pmidOf } from './traits.ts';

/** Finds publications as bibliographic databases do, with their neighbors: other records that look like them. */
export interface Catalog {
  byDoi(doi: string): Publication | undefined;
  byArxivId(id: string): Publication | undefined;
  /** By the id of OpenAlex (`W123`), PubMed (`PMID:123`) or PubMed Central (`PMC123`). */
  byId(id: string): Publication | undefined;
  /**
   * Publications whose title begins with the text, or whose title the text begins with. Each comes with its neighbors,
   * best match first.
   */
  byTitle(text: string): readonly Publication[];
  /** Any publication with a DOI: a search that ranks by similarity returns one even if nothing matches. */
  anyPublication(): Publication | undefined;
  /** Scholars whose name contains all words of the text; accents are ignored. */
  byAuthor(text: string): readonly ScholarRecord[];
  scholars(): readonly ScholarRecord[];
  /** The field of research of the scholar whose publication it is. */
  fieldOf(publication: Publication): string | undefined;
  byOpenAlexAuthor(id: string): ScholarRecord | undefined;
  /**
   * The publications that OpenAlex, ORCID and DBLP list for a scholar, also those that the Google Scholar profile does
   * not list yet.
   */
  publicationsOf(scholar: ScholarRecord): readonly Publication[];
  /**
   * The scholar who is the author of a publication under this name. Of two scholars of one name it is the one whose
   * publication it is.
   */
  scholarOf(publication: Publication, name: string): ScholarRecord | undefined;
}

/** The number of indexed publications is limited, so that lookups stay fast in load tests. */
const maxIndexed = 100_000;

export function createCatalog(library: Library): Catalog {
  const titles = createTitleIndex<PublicationRef>();
  const others = new Map<string, { readonly ref: PublicationRef; readonly doi: string | null }>();
  const indexedOf = new Map<string, number>();
  let indexed = 0;
  let knownChanges = -1;
  const authors = new Map<string, string>();

  const index = (ref: PublicationRef) => {
    const publication = library.publication(ref);
    titles.add(fold(publication.title), ref);
    if (publication.arxivId !== null) others.set(publication.arxivId, { ref, doi: publication.doi });
    // an article that will follow a preprint has its ids already
    const article = beganAsPreprint(publication) ? [articleOf(publication)] : [];
    for (const record of [...recordsOf(publication), ...article]) {
      const entry = { ref, doi: record.doi };
      const [pmid, pmcid] = [pmidOf(record), pmcidOf(record)];
      others.set(openAlexIdOf(record), entry);
      if (pmid !== null) others.set(`PMID:${pmid}`, entry);
      if (pmcid !== null) others.set(pmcid, entry);
    }
    indexed += 1;
  };
  // Publications are never removed, so an index entry stays valid.
  const refresh = () => {
    if (knownChanges === library.changes) return;
    knownChanges = library.changes;
    for (const { id, ownPublications, added } of library.list()) {
      let at = indexedOf.get(id) ?? 0;
      for (; at < ownPublications + added.length && indexed < maxIndexed; at += 1) {
        index({ owner: id, n: at < ownPublications ? at : firstAddedNumber + at - ownPublications });
      }
      indexedOf.set(id, at);
    }
  };
  const byArxivId = (id: string) => {
    refresh();
    const entry = others.get(id.replace(/v\d+$/, ''));
    return entry && library.publication(entry.ref);
  };
  const recordsOf = (publication: Publication): readonly Publication[] => {
    const { before, after } = neighborsOf(publication);
    return [...before, publication, ...after];
  };

  return {
    byArxivId,
    byDoi(doi) {
      const wanted = doi.toLowerCase();
      const arxivId = /^10\.48550\/arxiv\.(.+)$/.exec(wanted)?.[1];
      if (arxivId !== undefined) {
        const publication = byArxivId(arxivId);
        return publication && (publication.doi === null || hasSeparatePreprint(publication))
          ? arxivPreprintOf(publication)
          : undefined;
      }
      const suffix = neighborSuffix(wanted);
      const own = library.publicationByDoi(wanted);
      if (own !== undefined || suffix === undefined) return own;
      const publication = library.publicationBySuffix(suffix);
      return (
        publication && [...recordsOf(publication), wholeIssueOf(publication)].find((record) => record?.doi === wanted)
      );
    },
    byId(id) {
      refresh();
      const entry = others.get(id.toUpperCase());
      return entry && recordsOf(library.publication(entry.ref)).find(({ doi }) => doi === entry.doi);
    },
    byTitle(text) {
      refresh();
      return titles.find(fold(text)).flatMap((ref) => recordsOf(library.publication(ref)));
    },
    anyPublication() {
      const first = library.list().find(({ ownPublications }) => ownPublications > 0);
      for (let n = 0; first !== undefined && n < first.ownPublications; n += 1) {
        const publication = library.publication({ owner: first.id, n });
        if (publication.doi !== null) return publication;
      }
      return undefined;
    },
    scholars: () => library.list(),
    fieldOf: ({ owner }) => library.find(owner)?.field.name,
    byOpenAlexAuthor(id) {
      if (library.list().length !== authors.size)
        for (const { id: scholarId } of library.list()) authors.set(openAlexAuthorIdOf(scholarId), scholarId);
      return library.find(authors.get(id) ?? '');
    },
    publicationsOf: (scholar) =>
      Array.from({ length: scholar.publications }, (_, position) =>
        library.publication(library.refAt(scholar, position)),
      )
        .filter(({ isMissingInOtherLists }) => isMissingInOtherLists !== true)
        .flatMap((one) => (one.publishedIn === undefined ? one : [articleOf(one), one])),
    scholarOf({ owner: ownerId }, author) {
      const owner = library.find(ownerId);
      if (owner?.shortName === author) return owner;
      if (!owner?.coAuthors.some(({ name }) => name === author)) return undefined;
      return library.list().find((one) => one.shortName === author && one.shares.some(({ id }) => id === ownerId));
    },
    byAuthor(text) {
      const words = fold(text).split(' ').filter(Boolean);
      return library.list().filter(({ name }) => words.length > 0 && words.every((word) => fold(name).includes(word)));
    },
  };
}

/** OpenAlex's id of a publication: W and digits. */
export function openAlexIdOf(publication: Publication): string {
  return `W${BigInt(publication.cluster) % 9_000_000_000n}`;
}
