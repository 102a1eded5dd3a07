import type { Library } from '../library.ts';
import type { WorkRef } from '../list-works.ts';
import type { ScholarRecord } from '../scholar.ts';
import { firstAddedNumber, type Work } from '../work.ts';
import { hasSeparatePreprint } from './draw-traits.ts';
import { pmcidOf, pmidOf } from './holdings.ts';
import { asArxivPreprint, neighbourSuffix, neighboursOf, wholeIssueOf } from './neighbours.ts';
import { createTitleIndex, fold } from './title-index.ts';

/** Finds works as bibliographic databases do, and the records beside them. */
export interface Catalogue {
  byDoi(doi: string): Work | undefined;
  byArxivId(id: string): Work | undefined;
  /** By what OpenAlex (`W123`), PubMed (`pmid:123`) or PubMed Central (`PMC123`) call it. */
  byId(id: string): Work | undefined;
  /** Works whose title the text begins with or is the beginning of, each with the records beside it; best first. */
  byTitle(text: string): readonly Work[];
  /** Some work with a DOI: what a search that ranks by likeness offers when nothing fits. */
  anyWork(): Work | undefined;
  /** People whose name has all words of the text, accents apart. */
  byAuthor(text: string): readonly ScholarRecord[];
  scholars(): readonly ScholarRecord[];
}

/** The first works only, so that looking something up stays quick in a sandbox made for a load test. */
const mostIndexed = 100_000;

export function createCatalogue(library: Library): Catalogue {
  const titles = createTitleIndex<WorkRef>();
  const others = new Map<string, { readonly ref: WorkRef; readonly doi: string | null }>();
  const indexedOf = new Map<string, number>();
  let indexed = 0;
  let knownChanges = -1;

  const index = (ref: WorkRef) => {
    const work = library.work(ref);
    titles.add(fold(work.title), ref);
    if (work.arxivId !== null) others.set(work.arxivId, { ref, doi: work.doi });
    const { before, after } = neighboursOf(work);
    for (const record of [...before, work, ...after]) {
      const entry = { ref, doi: record.doi };
      const [pmid, pmcid] = [pmidOf(record), pmcidOf(record)];
      others.set(openAlexIdOf(record), entry);
      if (pmid !== null) others.set(`PMID:${pmid}`, entry);
      if (pmcid !== null) others.set(pmcid, entry);
    }
    indexed += 1;
  };
  // Works are only ever added, so what was indexed stays so.
  const refresh = () => {
    if (knownChanges === library.changes) return;
    knownChanges = library.changes;
    for (const { id, ownWorks, added } of library.list()) {
      let at = indexedOf.get(id) ?? 0;
      for (; at < ownWorks + added.length && indexed < mostIndexed; at += 1) {
        index({ owner: id, n: at < ownWorks ? at : firstAddedNumber + at - ownWorks });
      }
      indexedOf.set(id, at);
    }
  };
  const byArxivId = (id: string) => {
    refresh();
    const entry = others.get(id.replace(/v\d+$/, ''));
    return entry && library.work(entry.ref);
  };
  const recordsOf = (work: Work): readonly Work[] => {
    const { before, after } = neighboursOf(work);
    return [...before, work, ...after];
  };

  return {
    byArxivId,
    byDoi(doi) {
      const wanted = doi.toLowerCase();
      const arxivId = /^10\.48550\/arxiv\.(.+)$/.exec(wanted)?.[1];
      if (arxivId !== undefined) {
        const work = byArxivId(arxivId);
        return work && (work.doi === null || hasSeparatePreprint(work)) ? asArxivPreprint(work) : undefined;
      }
      const suffix = neighbourSuffix(wanted);
      if (suffix === undefined) return library.workByDoi(wanted);
      const work = library.workBySuffix(suffix);
      return work && [...recordsOf(work), wholeIssueOf(work)].find((record) => record?.doi === wanted);
    },
    byId(id) {
      refresh();
      const entry = others.get(id.toUpperCase());
      return entry && recordsOf(library.work(entry.ref)).find(({ doi }) => doi === entry.doi);
    },
    byTitle(text) {
      refresh();
      return titles.find(fold(text)).flatMap((ref) => recordsOf(library.work(ref)));
    },
    anyWork() {
      const first = library.list().find(({ ownWorks }) => ownWorks > 0);
      for (let n = 0; first !== undefined && n < first.ownWorks; n += 1) {
        const work = library.work({ owner: first.id, n });
        if (work.doi !== null) return work;
      }
      return undefined;
    },
    scholars: () => library.list(),
    byAuthor(text) {
      const words = fold(text).split(' ').filter(Boolean);
      return library.list().filter(({ name }) => words.length > 0 && words.every((word) => fold(name).includes(word)));
    },
  };
}

/** OpenAlex's id of a work: W and digits. */
export function openAlexIdOf(work: Work): string {
  return `W${BigInt(work.cluster) % 9_000_000_000n}`;
}
