import type { PublicationDetail } from '../../api/shapes.ts';

type Notice = PublicationDetail['notices'][number];

/** Texts of what was published about a publication after it appeared. */
export const noticeTexts = {
  natures: {
    retraction: 'Retracted',
    withdrawal: 'Withdrawn',
    concern: 'Expression of concern',
    correction: 'Corrected',
    reinstatement: 'Reinstated',
  } satisfies Record<Notice['nature'], string>,
  sources: {
    retraction_watch: 'Retraction Watch',
    crossref: 'the publisher, at Crossref',
  } satisfies Record<Notice['source'], string>,
  notices: 'Notices',
  onDay: (day: string) => `on ${day}`,
  accordingTo: (source: string) => `according to ${source}`,
  aboutOther: (doi: string) => `about ${doi}, another version`,
  read: 'Read the notice',
  acknowledge: 'I know',
  acknowledged: 'You said that you know',
  cites: (count: number) => (count === 1 ? 'Cites a retracted paper:' : `Cites ${count} retracted papers:`),
} as const;
