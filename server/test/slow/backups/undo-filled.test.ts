import { expect, test, vi } from 'vitest';
import { feedIds, type SeenMember, seeMembers } from '../../fixtures/dumps/filled/see-library.js';
import { skipWithoutPostgresTools } from '../../support/dumps.ts';
import { restoreFilled } from '../../support/filled-release.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

/** Tags that users merged or deleted while the merges stood. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  cleo: { shore: 'coast', holm: 'ice', 'deleted later': null },
  anna: { 'old name': 'to cite', passing: null },
};

/** What a rule made and its undo took back while the merge stood, by user and publication. */
const UNDONE_RULE = { user: 'bela', title: 'soils', tag: 'ground' };

type Marks = Pick<SeenMember, 'is_read' | 'is_favorite' | 'tags'>;

const marksOf = ({ is_read, is_favorite, tags }: Marks): Marks => ({ is_read, is_favorite, tags: tags.toSorted() });

/** Read if either is, favorite if either is, and the tags of both. */
const combined = (a: Marks, b: Marks): Marks => ({
  is_read: a.is_read || b.is_read,
  is_favorite: a.is_favorite || b.is_favorite,
  tags: [...new Set([...a.tags, ...b.tags])].toSorted(),
});

/** What the user saw of a publication before its merge, with the names that the tags have now. */
function atTheMerge(user: string, seen: SeenMember): SeenMember {
  const names = RENAMED[user] ?? {};
  const tags = seen.tags.flatMap((name) => (name in names ? (names[name] ?? []) : [name]));
  return { ...seen, tags: [...new Set(tags)] };
}

test('merges that 0.2.0 made can be undone: the other publication appears as it was, the canonical one keeps what it has', async () => {
  const { seen, client, calls, feedOf } = await restoreFilled('0.2.0');
  const admin = client('admin');
  const found = await admin.ok('GET', `/publications?search=title:${UNDONE_RULE.title}`);
  const ruled = found.publications[0].publication_id;
  const differences: unknown[] = [];
  const compare = (what: object, is: unknown, shouldBe: unknown) => {
    try {
      expect(is).toEqual(shouldBe);
    } catch {
      differences.push({ ...what, is, shouldBe });
    }
  };
  for (const { job_id, canonical, others, before } of seen.jobs.toReversed()) {
    const look = () => seeMembers(calls, [canonical, ...others], (name) => feedIds(feedOf(name)));
    const merged = await look();
    await admin.ok('POST', `/admin/db/repairs/${job_id}/undo`);
    const after = await look();
    for (const user of Object.keys(merged)) {
      const [kept, ...more] = [canonical, ...others].map((id) => find(after[user], id));
      const was = find(merged[user], canonical);
      if (!was) continue;
      compare({ job_id, user, sees: 'one of them' }, Boolean(kept) || more.some(Boolean), true);
      if (kept) compare({ job_id, user, canonical }, marksOf(kept), marksOf(was));
      for (const other of others) {
        const now = find(after[user], other);
        const earlier = find(before[user], other);
        const what = { job_id, user, other };
        if (earlier) {
          const own = atTheMerge(user, earlier);
          const marks = marksOf(kept ? own : combined(own, was));
          const isRuled = user === UNDONE_RULE.user && canonical === ruled;
          if (isRuled)
            Object.assign(marks, { is_favorite: false, tags: marks.tags.filter((t) => t !== UNDONE_RULE.tag) });
          // the canonical entry of 0.2.0 has the earliest id in feeds, so the two may have exchanged theirs
          compare(what, now && { ...now, ...marksOf(now), feed_id: '' }, { ...own, ...marks, feed_id: '' });
        } else if (now) compare(what, withTime(now), withTime(was));
        if (kept && now) compare({ ...what, sees: 'two entries' }, kept.feed_id === now.feed_id, false);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(await admin.ok('GET', '/admin/db/integrity')).not.toMatchObject({ status: 'failed' });
});

const find = (members: readonly SeenMember[] | undefined, id: number) =>
  members?.find(({ publication_id }) => publication_id === id);

/** Marks and tags, and when the user first saw the publication. */
const withTime = (one: SeenMember) => ({ ...marksOf(one), first_seen_at: one.first_seen_at });
