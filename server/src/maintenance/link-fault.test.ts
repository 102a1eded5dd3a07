import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Link, type LinkFault, planLink } from './link-fault.ts';

const ID = 7;
const MINE = 3;
const STRANGE = 99;

const link: Link = {
  place: '(0,1)',
  publication_id: ID,
  link_number: 5,
  is_read: false,
  is_favorite: false,
  read_number: null,
  is_hidden: false,
  first_seen_at: '2024-01-01T00:00:00+00:00',
  first_seen_run_id: null,
  first_scholar_id: MINE,
};
const fault: LinkFault = {
  id: ID,
  is_gone: false,
  scholar_id: MINE,
  due_since: '2023-01-01T00:00:00+00:00',
  strange_scholar_ids: [],
  links: [link],
};
const read = { is_read: true, read_number: 4 };

test('a link that is as it should be is no fault', () => {
  expect(planLink(fault)).toBeNull();
  expect(planLink({ ...fault, due_since: null })).toBeNull();
  expect(planLink({ ...fault, due_since: null, links: [] })).toBeNull();
  const favorite = { ...link, is_favorite: true };
  expect(planLink({ ...fault, due_since: null, scholar_id: null, links: [favorite] })).toBeNull();
});

test('what nobody accounts for is hidden with its marks; what is due is shown, or added', () => {
  const lost = { ...fault, due_since: null, scholar_id: null, links: [{ ...link, ...read }] };
  expect(planLink(lost)).toMatchObject({
    mend: 'hidden',
    place: '(0,1)',
    link: { ...read, is_hidden: true, link_number: 5 },
  });
  const hidden = { ...fault, links: [{ ...link, ...read, is_hidden: true, first_scholar_id: null }] };
  expect(planLink(hidden)).toMatchObject({
    mend: 'shown',
    link: { ...read, is_hidden: false, link_number: null, first_scholar_id: MINE },
  });
  expect(planLink({ ...fault, links: [] })).toMatchObject({
    mend: 'added',
    place: null,
    link: { first_seen_at: fault.due_since, first_seen_run_id: null, is_read: false, link_number: null },
  });
});

test('of several links one is left, since the first was seen, read at the next number when it was not read everywhere', () => {
  const [first, second] = [
    {
      ...link,
      place: '(0,2)',
      publication_id: 8,
      ...read,
      link_number: 9,
      first_seen_at: '2020-01-01T00:00:00+00:00',
      first_seen_run_id: 6,
    },
    link,
  ];
  const both = planLink({ ...fault, links: [second, first] });
  expect(both).toMatchObject({ mend: 'joined', remove: ['(0,1)', '(0,2)'], place: null, becomesRead: true });
  expect(both?.link).toMatchObject({ publication_id: ID, is_read: true, link_number: 5, first_seen_run_id: 6 });
  const hidden = planLink({ ...fault, links: [{ ...second, is_hidden: true }, first] });
  expect(hidden).toMatchObject({ becomesRead: false, link: { read_number: 4, link_number: 9 } });
});

const links = fc.array(
  fc.record({
    publication_id: fc.constantFrom(ID, 8, 9),
    link_number: fc.integer({ min: 1, max: 50 }),
    is_read: fc.boolean(),
    is_favorite: fc.boolean(),
    is_hidden: fc.boolean(),
    year: fc.integer({ min: 2000, max: 2025 }),
    first_scholar_id: fc.constantFrom(null, MINE, STRANGE),
  }),
  { maxLength: 4 },
);
const faults = fc
  .record({ links, is_gone: fc.boolean(), isDue: fc.boolean(), scholar_id: fc.constantFrom(null, MINE) })
  .map(({ links: some, is_gone, isDue, scholar_id }): LinkFault => {
    return {
      id: ID,
      is_gone,
      scholar_id,
      due_since: isDue && scholar_id !== null ? '2010-01-01T00:00:00+00:00' : null,
      strange_scholar_ids: [STRANGE],
      links: some.map(({ year, ...one }, at) => {
        const seen = { first_seen_at: `${year}-01-01T00:00:00+00:00`, first_seen_run_id: null };
        return { ...one, ...seen, place: `(0,${at})`, read_number: one.is_read ? 1 : null };
      }),
    };
  });

test('no mark is lost, no strange scholar stays, and what is mended needs no mending', () => {
  fc.assert(
    fc.property(faults, (some) => {
      const plan = planLink(some);
      if (some.is_gone || plan === null || plan.link === null) return;
      const { links: before } = some;
      expect(plan.link.is_read).toBe(before.some((one) => one.is_read));
      expect(plan.link.is_favorite).toBe(before.some((one) => one.is_favorite));
      expect(plan.link.first_scholar_id).not.toBe(STRANGE);
      expect(plan.link.is_read).toBe(plan.becomesRead || plan.link.read_number !== null);
      if (some.due_since !== null) expect(plan.link.is_hidden).toBe(false);
      if (before.some((one) => !one.is_hidden && one.is_favorite)) expect(plan.link.is_hidden).toBe(false);
      const after: Link = {
        ...plan.link,
        place: '(1,1)',
        link_number: plan.link.link_number ?? 100,
        read_number: plan.link.is_read ? 1 : null,
      };
      expect(planLink({ ...some, links: [after] })).toBeNull();
    }),
  );
});
