import Type, { type Static } from 'typebox';
import { ListParameters } from '../library/contract.ts';
import { example, Id, NullableInteger, named, oneOf, strict, withDefault } from '../platform/http/shapes.ts';

/** The number of views that a user can have. */
export const MAX_VIEWS = 100;
export const MAX_NAME_LENGTH = 80;
/** A larger count would read all unread publications of a large library. */
export const MAX_UNREAD_COUNT = 1000;
/** What a row of the list shows: the title with its authors, or the beginning of the abstract as well. */
export const LAYOUTS = ['titles', 'abstracts'] as const;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
const Layout = oneOf(LAYOUTS);

export const ViewParameters = ListParameters;
export type ViewParameters = Static<typeof ViewParameters>;

/** A named list: what it selects, its order and its layout. */
export const View = named(
  'View',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    parameters: ViewParameters,
    layout: Layout,
    /** 1 for the first view */
    position: Type.Integer(),
  }),
);
export type View = Static<typeof View>;

export const exampleView: View = {
  id: 7,
  name: 'Unread about sediment',
  parameters: {
    mode: 'unread',
    search: 'sediment (scholar:"Ada Loopback" or scholar:"Kim Berg")',
    sort_by: 'citations',
  },
  layout: 'abstracts',
  position: 1,
};
export const OneView = example(View, exampleView);
export const ViewList = example(Type.Object({ views: Type.Array(View) }), { views: [exampleView] });

export const NewView = named(
  'NewView',
  example(
    strict({
      name: Name,
      parameters: withDefault(ViewParameters, {}),
      layout: Type.Optional(oneOf(LAYOUTS, { default: 'titles' })),
    }),
    { name: exampleView.name, parameters: exampleView.parameters, layout: exampleView.layout },
  ),
);
export const ViewChange = named(
  'ViewChange',
  example(
    strict({ name: Type.Optional(Name), parameters: Type.Optional(ViewParameters), layout: Type.Optional(Layout) }),
    { name: 'To read first' },
  ),
);
export const ViewOrder = example(strict({ ids: Type.Array(Id, { maxItems: MAX_VIEWS }) }), { ids: [7] });

const UnreadCount = Type.Object({
  view_id: Type.Integer(),
  unread_count: {
    ...NullableInteger,
    description: `How many publications of the view are unread, counted up to ${MAX_UNREAD_COUNT.toLocaleString('en')}; null if the list refuses the parameters, for example because you do not track the scholar any more.`,
  },
});
export type UnreadCount = Static<typeof UnreadCount>;

export const UnreadCounts = example(Type.Object({ counts: Type.Array(UnreadCount) }), {
  counts: [{ view_id: 7, unread_count: 3 }],
});
