import Type from 'typebox';
import { example, oneOf, oneOfOrNull, strict } from '../platform/http/shapes.ts';

const Source = oneOf(['openalex', 'orcid']);
const DECISIONS = ['confirmed', 'rejected'] as const;

const Profile = Type.Object({
  source: Source,
  id: Type.String(),
  url: Type.String(),
  name: Type.Unsafe<string>({ type: 'string', description: 'As the publications list it.' }),
  state: oneOf(['suggested', ...DECISIONS]),
  decision: Type.Unsafe<'confirmed' | 'rejected' | null>({
    ...oneOfOrNull(DECISIONS),
    description: 'Your own decision, which `state` follows; null: `state` follows the evidence.',
  }),
  listed_count: Type.Unsafe<number>({
    type: 'integer',
    description:
      "The evidence: how many of the scholar's publications list this id for the author with the scholar's name.",
  }),
  publication_count: Type.Unsafe<number>({
    type: 'integer',
    description: "How many of the scholar's publications list ids of this source at all.",
  }),
});

const suggested = {
  source: 'openalex' as const,
  id: 'A5023888391',
  url: 'https://openalex.org/A5023888391',
  name: 'Ada B. Loopback',
  state: 'suggested' as const,
  decision: null,
  listed_count: 14,
  publication_count: 20,
};

const Profiles = Type.Object({ profiles: Type.Array(Profile) });

export const ProfileList = example(Profiles, { profiles: [suggested] });

export const DecisionBody = example(
  strict({
    source: Source,
    id: Type.String({ minLength: 1, maxLength: 100 }),
    decision: Type.Unsafe<'confirmed' | 'rejected' | null>({
      ...oneOfOrNull(DECISIONS),
      description: 'null takes your decision back.',
    }),
  }),
  { source: 'openalex', id: 'A5023888391', decision: 'confirmed' },
);

export const DecidedList = example(Profiles, {
  profiles: [{ ...suggested, state: 'confirmed', decision: 'confirmed' }],
});
