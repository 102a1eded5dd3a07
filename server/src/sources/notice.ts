/**
 * What a notice says of a paper:
 * - `retraction`: nobody should rely on it;
 * - `withdrawal`: its publisher took it back or offline;
 * - `concern`: its editors doubt it;
 * - `correction`: a part of it was corrected;
 * - `reinstatement`: an earlier notice no longer counts.
 */
export const NATURES = ['retraction', 'withdrawal', 'concern', 'correction', 'reinstatement'] as const;
export type Nature = (typeof NATURES)[number];

/** What a notice can make of a paper. A paper that was corrected counts as published. */
export const STATUSES = ['retraction', 'withdrawal', 'concern'] as const satisfies readonly Nature[];
export type Status = (typeof STATUSES)[number];

export const NOTICE_SOURCES = ['retraction_watch', 'crossref'] as const;
export type NoticeSource = (typeof NOTICE_SOURCES)[number];

/** A notice about a paper. */
export interface Notice {
  /** of the paper */
  readonly doi: string;
  readonly source: NoticeSource;
  /** the source's id of the notice */
  readonly sourceId: string;
  readonly nature: Nature;
  /** null: the notice has none, or that of the paper */
  readonly noticeDoi: string | null;
  /** `2020-06-05`; null: not known */
  readonly noticedOn: string | null;
  /** why, in the words of the source */
  readonly reasons: readonly string[];
}

const DAY_MS = 86_400_000;

/** A day such as `2020-06-05`; null if the calendar does not have it, or it is still to come. */
export function readDay(text: string): string | null {
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  // a day begins earlier in the east
  return isDay && time <= Date.now() + DAY_MS ? text : null;
}
