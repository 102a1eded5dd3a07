import Type, { type Static } from 'typebox';
import { exampleItem, exampleTag, Item, MAX_SEARCH_LENGTH, Tag } from '../library/contract.ts';
import { SEARCH_DESCRIPTION } from '../library/describe-search.ts';
import { example, named, strict } from '../platform/http/shapes.ts';
import { MAX_TAGS } from '../tags/contract.ts';
import { MAX_NAME_LENGTH } from '../tags/tag-name.ts';

/** The number of rules that a user can have. */
export const MAX_RULES = 100;
/** A publication is new for so many days: rules look at it, and a preview shows it. */
export const NEW_DAYS = 90;
/** How many publications a preview lists. */
export const MAX_PREVIEWED = 50;

const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: 'Each of your rules has its own name.',
});
const Search = Type.String({ minLength: 1, maxLength: MAX_SEARCH_LENGTH, description: SEARCH_DESCRIPTION });
const tagNames = Type.Array(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH }), {
  maxItems: MAX_TAGS,
  description: 'Names of tags to add. Unknown tags are created.',
});

export const Rule = named(
  'Rule',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    search: Type.String(),
    tags: Type.Array(Tag),
    mark_read: Type.Boolean(),
    mark_favorite: Type.Boolean(),
    is_enabled: Type.Boolean(),
    acted_count: Type.Integer({
      description:
        'How many publications still have a tag or mark from this rule: what an undo takes back, unless another rule set it, too.',
    }),
  }),
);
export type Rule = Static<typeof Rule>;

const exampleRule: Rule = {
  id: 4,
  name: 'Tidal basins',
  search: 'title:tidal -author:berg',
  tags: [exampleTag],
  mark_read: true,
  mark_favorite: false,
  is_enabled: true,
  acted_count: 14,
};
export const OneRule = example(Rule, exampleRule);
export const RuleList = example(Type.Object({ rules: Type.Array(Rule) }), { rules: [exampleRule] });

export const AddRuleBody = named(
  'NewRule',
  example(
    strict({
      name: Name,
      search: Search,
      tags: Type.Optional(tagNames),
      mark_read: Type.Optional(Type.Boolean({ default: false })),
      mark_favorite: Type.Optional(Type.Boolean({ default: false })),
      is_enabled: Type.Optional(Type.Boolean({ default: true })),
    }),
    { name: exampleRule.name, search: exampleRule.search, tags: [exampleTag.name], mark_read: true },
  ),
);
export type AddRuleBody = Static<typeof AddRuleBody>;

export const ChangeRuleBody = named(
  'RuleChange',
  example(
    strict({
      name: Type.Optional(Name),
      search: Type.Optional(Search),
      tags: Type.Optional(tagNames),
      mark_read: Type.Optional(Type.Boolean()),
      mark_favorite: Type.Optional(Type.Boolean()),
      is_enabled: Type.Optional(Type.Boolean()),
    }),
    { is_enabled: false },
  ),
);
export type ChangeRuleBody = Static<typeof ChangeRuleBody>;

export const PreviewBody = example(strict({ search: Search }), { search: exampleRule.search });
export const Preview = named(
  'RulePreview',
  example(
    Type.Object({
      total_count: Type.Integer(),
      days: Type.Integer({ description: 'How many days back publications count as new.' }),
      publications: Type.Array(Item, { description: `The newest ${MAX_PREVIEWED}.` }),
    }),
    { total_count: 14, days: NEW_DAYS, publications: [exampleItem] },
  ),
);

export const UndoRuleResponse = example(Type.Object({ message: Type.String(), updated_count: Type.Integer() }), {
  message: 'Undone for 14 publications.',
  updated_count: 14,
});
