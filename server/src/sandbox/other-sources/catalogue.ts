import type { Library } from '../library.ts';
import type { WorkRef } from '../list-works.ts';
import { firstAddedNumber, type Work } from '../work.ts';

/** Finds works as bibliographic databases do. */
export interface Catalogue {
  byDoi(doi: string): Work | undefined;
  byArxivId(id: string): Work | undefined;
  byOpenAlexId(id: string): Work | undefined;
  /** Works whose title the text begins with or is the beginning of; best first. */
  byTitle(text: string): readonly Work[];
  /** Some work: what a search that ranks by likeness offers when nothing fits. */
  anyWork(): Work | undefined;
}

/** The first works only, so that looking something up stays quick in a sandbox made for a load test. */
const mostIndexed = 100_000;

const leadingWords = 4;

export function createCatalogue(library: Library): Catalogue {
  const titles = new Map<string, WorkRef[]>();
  const others = new Map<string, WorkRef>();
  const indexedOf = new Map<string, number>();
  let indexed = 0;

  const index = (ref: WorkRef) => {
    const work = library.work(ref);
    const start = startOf(fold(work.title));
    titles.set(start, [...(titles.get(start) ?? []), ref]);
    others.set(openAlexIdOf(work), ref);
    if (work.arxivId !== null) others.set(work.arxivId, ref);
    indexed += 1;
  };
  // Works are only ever added, so what was indexed stays so.
  const refresh = () => {
    for (const { id, ownWorks, added } of library.list()) {
      let at = indexedOf.get(id) ?? 0;
      for (; at < ownWorks + added.length && indexed < mostIndexed; at += 1) {
        index({ owner: id, n: at < ownWorks ? at : firstAddedNumber + at - ownWorks });
      }
      indexedOf.set(id, at);
    }
  };
  const look = (key: string) => {
    refresh();
    const ref = others.get(key);
    return ref === undefined ? undefined : library.work(ref);
  };

  return {
    byDoi: (doi) => library.workByDoi(doi),
    byArxivId: (id) => look(id.replace(/v\d+$/, '')),
    byOpenAlexId: (id) => look(id.toUpperCase()),
    byTitle(text) {
      refresh();
      const wanted = fold(text);
      const found = (titles.get(startOf(wanted)) ?? []).map((ref) => library.work(ref));
      const fitting = found.filter(({ title }) => wanted.startsWith(fold(title)) || fold(title).startsWith(wanted));
      return fitting.toSorted((a, b) => b.title.length - a.title.length);
    },
    anyWork() {
      const first = library.list().find(({ ownWorks }) => ownWorks > 0);
      return first && library.work({ owner: first.id, n: 0 });
    },
  };
}

/** OpenAlex's id of a work: W and digits. */
export function openAlexIdOf(work: Work): string {
  return `W${BigInt(work.cluster) % 9_000_000_000n}`;
}

/** Letters and digits alone, in lower case and without accents. */
function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function startOf(folded: string): string {
  return folded.split(' ', leadingWords).join(' ');
}
