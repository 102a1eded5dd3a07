import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Change, JobFacts } from '../audit/repair-job.ts';
import type { LoggedChange } from '../audit/undo-store.ts';
import { MERGE, placeAction } from './merge-action.ts';

/*
 * What the audit log keeps of a merge, by the name of the change: written by merge-works.ts, read by read-merge.ts, by the same shapes. Rows may have more
 * columns than are named here, since they go back as they were.
 */

const Id = Type.Integer();
const NullableId = Type.Union([Type.Integer(), Type.Null()]);
const Text = Type.String();
const NullableText = Type.Union([Type.String(), Type.Null()]);

function row<Columns extends Record<string, TSchema>>(columns: Columns) {
  const known = Type.Object({ publication_id: Id, ...columns });
  return Type.Intersect([Type.Record(Type.String(), Type.Unknown()), known]);
}
const place = <Row extends TSchema>(of: Row) => Type.Object({ rows: Type.Array(of) });
const same = <Facts extends TSchema>(facts: Facts) => ({ before: facts, after: facts });

const Link = row({
  user_id: Id,
  link_number: Type.Integer(),
  is_read: Type.Boolean(),
  read_number: NullableId,
  is_favorite: Type.Boolean(),
  is_hidden: Type.Boolean(),
  first_seen_at: Text,
  first_seen_run_id: NullableId,
  first_scholar_id: NullableId,
});
const Accounted = Type.Object({ user_id: Id, publication_id: Id });
const Facts = Type.Object({
  id: Id,
  title: Text,
  author_text: NullableText,
  venue_text: NullableText,
  year: NullableId,
  pub_url: NullableText,
  citation_count: Type.Integer(),
  citation_key: NullableText,
  origin_key: NullableText,
  imported_fields: Type.Array(Text),
});
const Dismissal = Type.Object({ low_id: Id, high_id: Id, dismissed_by_user_id: NullableId, created_at: Text });
const Version = Type.Union([
  Type.Literal('published'),
  Type.Literal('accepted'),
  Type.Literal('submitted'),
  Type.Null(),
]);
const pdfLink = {
  url: Text,
  version: Version,
  license: NullableText,
  host: Type.Union([Type.Literal('publisher'), Type.Literal('repository'), Type.Null()]),
  source: Text,
};
const Progress = Type.Object({
  asked: Type.Array(Text),
  candidates: Type.Array(Type.Object(pdfLink)),
  refusals: Type.Array(Type.Object({ ...pdfLink, reason: Text, detail: Text })),
  landingPages: Type.Array(Text),
  silent: Type.Array(Text),
  isRecheck: Type.Boolean(),
});
const Pdfs = Type.Object({
  pdfs: Type.Array(
    Type.Object({
      publication_id: Id,
      status: Type.Union([
        Type.Literal('queued'),
        Type.Literal('running'),
        Type.Literal('resolved'),
        Type.Literal('failed'),
      ]),
      pdf_url: NullableText,
      version: Version,
      license: NullableText,
      last_source: NullableText,
      resolved_at: NullableText,
      requested_by_user_id: NullableId,
    }),
  ),
  lookups: Type.Array(
    Type.Object({
      publication_id: Id,
      source: Text,
      step_number: Type.Integer(),
      progress: Progress,
      user_id: NullableId,
    }),
  ),
});

export const MERGE_FACTS = {
  [placeAction('source_key')]: same(place(row({ source: Text, key: Text }))),
  [placeAction('fingerprint')]: same(place(row({ fingerprint: Text }))),
  [placeAction('identifier')]: same(place(row({ kind: Text, value: Text }))),
  [placeAction('listing')]: same(place(row({ profile_id: Id, listing_number: Type.Integer() }))),
  [placeAction('claim')]: same(place(row({ user_id: Id, profile_id: Id, created_at: Text }))),
  [placeAction('link')]: {
    /** `accounted`: the works that a tracked scholar accounted for, as far as the user had looked */
    before: Type.Object({ rows: Type.Array(Link), accounted: Type.Array(Id) }),
    after: place(Link),
  },
  [MERGE.unlinked]: { before: Type.Object({ accounted: Type.Array(Accounted) }), after: Type.Null() },
  [MERGE.own]: {
    before: Type.Object({
      user_ids: Type.Array(Id),
      claims: Type.Array(Type.Object({ user_id: Id, profile_id: Id })),
      /** kind and value, with a space between */
      identifiers: Type.Array(Text),
    }),
    after: Type.Null(),
  },
  /** of a loser, or of a work that had been merged into one: where it leads */
  [MERGE.work]: same(Type.Object({ merged_into: NullableId })),
  [MERGE.facts]: same(Facts),
  [MERGE.dismissals]: same(place(Dismissal)),
  [MERGE.pdf]: same(Pdfs),
} as const;

export type MergeAction = keyof typeof MERGE_FACTS;
type FactsOf<Action extends MergeAction, Side extends 'before' | 'after'> = Static<(typeof MERGE_FACTS)[Action][Side]>;

/** A change of a merge as it is read back. */
export interface MergeChange<Action extends MergeAction> {
  readonly id: number;
  readonly userId: number | null;
  readonly publicationId: number | null;
  readonly before: FactsOf<Action, 'before'>;
  readonly after: FactsOf<Action, 'after'>;
}

/**
 * A change for the audit log, in the shape in which it will be read back.
 * @throws Error when it has not that shape: what could not be taken back is not done
 */
export function mergeChange<Action extends MergeAction>(
  action: Action,
  { userId = null, publicationId = null, before, after }: Pick<Change, 'userId' | 'publicationId' | 'before' | 'after'>,
): Change {
  checkShape(action, 'before', before);
  checkShape(action, 'after', after);
  return { action, userId, publicationId, before, after };
}

/**
 * Those of a log's changes that an action made.
 * @throws Error when one of them has another shape than merges write
 */
export function readMergeChanges<Action extends MergeAction>(
  changes: readonly LoggedChange[],
  action: Action,
): MergeChange<Action>[] {
  return changes
    .filter((change) => change.action === action)
    .map(({ id, user_id, publication_id, before, after }) => ({
      id,
      userId: user_id,
      publicationId: publication_id,
      before: checkShape(action, 'before', before),
      after: checkShape(action, 'after', after),
    }));
}

function checkShape<Action extends MergeAction, Side extends 'before' | 'after'>(
  action: Action,
  side: Side,
  facts: JobFacts | null,
): FactsOf<Action, Side> {
  const schema: (typeof MERGE_FACTS)[Action][Side] = MERGE_FACTS[action][side];
  if (Value.Check(schema, facts)) return facts;
  const [problem] = Value.Errors(schema, facts);
  throw new Error(`${action}, ${side}: ${problem?.instancePath ?? ''} ${problem?.message ?? 'has another shape'}`);
}
