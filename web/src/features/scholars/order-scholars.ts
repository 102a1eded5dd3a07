import type { Scholar } from '../../api/shapes.ts';
import type { ScholarOrder } from './scholars-search.ts';

/** The name of a scholar, or the id before the first crawl. */
export function nameOf({ display_name, scholar_id }: Pick<Scholar, 'display_name' | 'scholar_id'>): string {
  return display_name ?? scholar_id;
}

/** The scholars that match all words of `q`, sorted. `scholars` must be sorted by name. */
export function orderScholars(
  scholars: readonly Scholar[],
  { q = '', order = 'name' }: { readonly q?: string; readonly order?: ScholarOrder },
): readonly Scholar[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  const matching = scholars.filter((scholar) => {
    const text = fold([nameOf(scholar), scholar.affiliation ?? '', scholar.scholar_id].join(' '));
    return words.every((word) => text.includes(word));
  });
  if (order === 'unread') return matching.sort((one, other) => other.unread_count - one.unread_count);
  if (order === 'checked') return matching.sort((one, other) => checkedAt(one) - checkedAt(other));
  return matching;
}

/** Scholars that were never checked come first. */
function checkedAt({ last_run_dt }: Scholar): number {
  return last_run_dt === null ? 0 : Date.parse(last_run_dt);
}

/** Removes case and accents, so that "muller" finds Müller. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
