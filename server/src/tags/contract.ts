import Type, { type Static } from 'typebox';
import { exampleTag, TAG_COLORS, Tag } from '../library/contract.ts';
import { example, Id, named, oneOf, strict } from '../platform/http/shapes.ts';
import { MAX_NAME_LENGTH } from './tag-name.ts';

/** The number of tags that a user can have. */
export const MAX_TAGS = 500;
const MAX_PUBLICATIONS = 1000;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
const names = Type.Array(Name, { maxItems: MAX_TAGS });

/** A tag with the number of visible publications that have it. */
export const CountedTag = named(
  'CountedTag',
  Type.Object({
    ...Tag.properties,
    publication_count: Type.Integer(),
    unread_count: Type.Integer(),
  }),
);
export type CountedTag = Static<typeof CountedTag>;
const exampleCounted: CountedTag = { ...exampleTag, publication_count: 14, unread_count: 3 };
export const OneTag = example(CountedTag, exampleCounted);

export const TagList = example(Type.Object({ tags: Type.Array(CountedTag) }), { tags: [exampleCounted] });

/** `merge`: if another tag has the name, the two become one. */
export const ChangeTagBody = named(
  'TagChange',
  example(
    strict({
      name: Type.Optional(Name),
      color: Type.Optional(oneOf(TAG_COLORS)),
      merge: Type.Optional(Type.Boolean({ default: false })),
    }),
    { name: 'coastal sediment', color: 'blue' },
  ),
);

export const DeleteTagResponse = example(Type.Object({ message: Type.String(), publication_count: Type.Integer() }), {
  message: '“sediment transport” deleted. You can restore it for a day.',
  publication_count: 14,
});

export const SetTagsBody = example(strict({ tags: names }), { tags: [exampleTag.name, 'to cite'] });
export const SetTagsResponse = example(Type.Object({ tags: Type.Array(Tag) }), {
  tags: [exampleTag, { id: 13, name: 'to cite', color: 'gray' }],
});

export const TagPublicationsBody = named(
  'TagSelection',
  example(
    strict({
      publication_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_PUBLICATIONS }),
      add: Type.Optional(names),
      remove: Type.Optional(names),
    }),
    { publication_ids: [501, 502], add: [exampleTag.name], remove: ['to cite'] },
  ),
);
/** `undo`: the bodies of requests that reverse exactly what this one changed. */
export const TagPublicationsResponse = example(
  Type.Object({
    message: Type.String(),
    requested_count: Type.Integer(),
    updated_count: Type.Integer(),
    undo: Type.Array(
      Type.Object({
        publication_ids: Type.Array(Type.Integer()),
        add: Type.Array(Type.String()),
        remove: Type.Array(Type.String()),
      }),
    ),
  }),
  {
    message: '1 changed.',
    requested_count: 2,
    updated_count: 1,
    undo: [{ publication_ids: [502], add: ['to cite'], remove: [exampleTag.name] }],
  },
);
