import type { Publication } from '../../api/shapes.ts';

/** Texts of the versions of a publication, and of preprints that were published. */
export const versionTexts = {
  versions: 'Versions',
  /** of a version; nothing if its kind is not known */
  stages: {
    published: 'Published',
    thesis: 'Thesis',
    preprint: 'Preprint',
    other: null,
  } satisfies Record<Publication['stage'], string | null>,
  number: (n: number) => `version ${n}`,
  nowPublished: 'Now published',
  /** before the title */
  nowPublishedIn: (venue: string | null) => (venue === null ? 'Now published:' : `Now published in ${venue}:`),
  allNowPublished: (n: number) => `See all ${n} papers`,
} as const;
