import fc from 'fast-check';

/** The topics of the publications at the source. */
export const TOPICS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta', 'Iota', 'Kappa'];
export const PROFILES = ['Profile00001', 'Profile00002', 'Profile00003'];

/**
 * The operations, with how often each is chosen. `a`, `b` and `c` choose what it is done to: the first of what there
 * is, the next one, and so on.
 */
const WEIGHTS = {
  crawl: 12,
  list: 10,
  track: 5,
  untrack: 3,
  read: 3,
  unread: 2,
  star: 4,
  unstar: 5,
  tag: 4,
  untag: 3,
  merge: 6,
  undoMerge: 8,
  join: 3,
  undoJoin: 6,
  reject: 2,
  restore: 5,
  readAll: 2,
  undoReadAll: 5,
  import: 4,
  rule: 4,
  undoRule: 6,
  mergeTags: 3,
  stranger: 1,
  cite: 1,
  copyOrder: 1,
  orphans: 1,
  dropAll: 1,
} as const;
/** What happens in a step. */
export type Kind = keyof typeof WEIGHTS;
export interface Step {
  readonly do: Kind;
  readonly user: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const chance = fc.nat(29);
const step: fc.Arbitrary<Step> = fc.record(
  {
    do: fc.oneof(
      ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ arbitrary: fc.constant(kind as Kind), weight })),
    ),
    user: fc.nat(1),
    a: chance,
    b: chance,
    c: chance,
  },
  { noNullPrototype: true },
);
/** What the profiles list and the users track at first, and what happens then. */
export const history = fc.record({
  tracked: fc.tuple(fc.subarray(PROFILES), fc.subarray(PROFILES)),
  listed: fc.tuple(...PROFILES.map(() => fc.subarray([...TOPICS.keys()], { minLength: 1, maxLength: 5 }))),
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
