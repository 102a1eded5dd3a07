import type { Scholar } from '../../api/shapes.ts';
import type { ScholarOrder } from './scholars-search.ts';

/** What a scholar is called, as long as the profile was not read, too. */
export function nameOf({ display_name, scholar_id }: Pick<Scholar, 'display_name' | 'scholar_id'>): string {
  return display_name ?? scholar_id;
}

/** Those that all words of `q` fit, in the order that is wanted; scholars come in that of their names. */
export function orderScholars(
  scholars: readonly Scholar[],
  { q = '', order = 'name' }: { readonly q?: string; readonly order?: ScholarOrder },
): readonly Scholar[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  const fitting = scholars.filter((scholar) => {
    const text = fold([nameOf(scholar), scholar.affiliation ?? '', scholar.scholar_id].join(' '));
    return words.every((word) => text.includes(word));
  });
  if (order === 'unread') return fitting.sort((one, other) => other.unread_count - one.unread_count);
  if (order === 'checked') return fitting.sort((one, other) => checkedAt(one) - checkedAt(other));
  return fitting;
}

/** Who was never looked at comes first. */
function checkedAt({ last_run_dt }: Scholar): number {
  return last_run_dt === null ? 0 : Date.parse(last_run_dt);
}

/** Letters without case and accents: who types "muller" means Müller, too. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
