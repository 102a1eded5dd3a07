import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../audit/repair-job.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupByPlace, type LinkRow, type PlaceKind, placeOf, type StoredRow } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import { type PartedLink, partLinks } from '../publications/part-links.ts';
import { partRows } from '../publications/part-rows.ts';
import type { LoggedLinks, LoggedPlace } from './read-merge.ts';

export interface Parting {
  readonly winnerId: number;
  /** the losers that stand for themselves again */
  readonly loserIds: readonly number[];
}

/** Takes the places of a kind apart that a merge joined. Rows of a work that is gone stay with the winner. */
export async function partPlaces(
  tx: Tx,
  kind: Exclude<PlaceKind, 'link'>,
  { winnerId, loserIds }: Parting,
  logged: readonly LoggedPlace[],
): Promise<Change[]> {
  const works = [winnerId, ...loserIds];
  const rows = await store.listRowsOf(tx, kind, works);
  const places = groupByPlace(kind, rows);
  const profiles = await standing(tx, 'profiles', logged, 'profile_id');
  const users = await standing(tx, 'users', logged, 'user_id');
  const parted = logged.flatMap(({ userId, before, after }) => {
    const [joined]: readonly StoredRow[] = after.rows;
    const was: readonly StoredRow[] = before.rows;
    const [place] = [joined, ...was].filter((row) => row !== undefined);
    if (!place) return [];
    const now = places.get(placeOf(kind, place)) ?? [];
    const current = now.find((row) => row.publication_id === winnerId) ?? null;
    const isThere = (row: StoredRow) =>
      works.includes(row.publication_id) && profiles(row.profile_id) && users(row.user_id);
    const back = partRows(kind, { before: was.filter(isThere), after: joined ?? null, current });
    const isOfGoneWork = was.some((row) => !works.includes(row.publication_id));
    const keeps = isOfGoneWork && current && !back.some((row) => row.publication_id === winnerId);
    const isAlone = kind === 'source_key' || kind === 'fingerprint';
    const put = keeps && !(isAlone && back.length > 0) ? [...back, current] : back;
    return isDeepStrictEqual(now, put) ? [] : [{ userId, now, put }];
  });
  await store.replaceRows(
    tx,
    kind,
    parted.flatMap(({ now }) => now),
    parted.flatMap(({ put }) => put),
  );
  return parted.map(({ userId, now, put }) => changeOf(kind, winnerId, userId, now, put));
}

/** What is known of users' links when works are taken apart. */
export interface KnownLinks {
  /** those that the merge joined */
  readonly logged: readonly LoggedLinks[];
  /** what tracked scholars accounted for and users had no link to */
  readonly unlinked: readonly store.Accounted[];
  /** who linked the winner alone; null: that was not noted */
  readonly owners: ReadonlySet<number> | null;
  /** what is listed anew as far as users had looked */
  readonly seen: readonly store.Accounted[];
  /** what users' files named since */
  readonly imported: readonly store.Accounted[];
}

/** Takes users' links apart, of those whose links the merge joined and of those who came since. */
export async function partLinksOf(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  { logged, unlinked, owners, seen, imported }: KnownLinks,
): Promise<Change[]> {
  const works = [winnerId, ...loserIds];
  const links = (await store.listRowsOf(tx, 'link', works)) as LinkRow[];
  const accounted = [...(await store.listAccounted(tx, works)), ...seen];
  const byUser = new Map(logged.flatMap((one) => (one.userId === null ? [] : [[one.userId, one] as const])));
  const isWinnerListed = (await store.listProfilesOf(tx, [winnerId])).length > 0;
  const users = await store.listStanding(tx, 'users', [...byUser.keys()]);
  const parted: { userId: number; now: LinkRow[]; put: PartedLink[] }[] = [];
  for (const userId of new Set([...byUser.keys(), ...links.map((link) => link.user_id)])) {
    const log = byUser.get(userId);
    if (log && !users.has(userId)) continue;
    const now = links.filter((link) => link.user_id === userId);
    const put = partLinks({
      winnerId,
      loserIds,
      before: (log?.before.rows ?? []).filter((link) => works.includes(link.publication_id)),
      after: log?.after.rows[0] ?? null,
      current: now.find((link) => link.publication_id === winnerId) ?? null,
      accountedThen: new Set(log?.before.accounted ?? worksOf(unlinked, userId)),
      accountedNow: new Set(worksOf(accounted, userId)),
      imported: new Set(worksOf(imported, userId)),
      hadWinner: owners === null || owners.has(userId),
      isWinnerListed,
    });
    parted.push({ userId, now, put });
  }
  const written = await numberLinks(tx, await dropLostNames(tx, parted));
  const changed = written.filter(({ now, put }) => !isDeepStrictEqual(now, put));
  await store.replaceRows(
    tx,
    'link',
    changed.flatMap(({ now }) => now),
    changed.flatMap(({ put }) => put),
  );
  return changed.map(({ userId, now, put }) => changeOf('link', winnerId, userId, now, put));
}

function worksOf(accounted: readonly store.Accounted[], userId: number): number[] {
  return accounted.filter((one) => one.user_id === userId).map((one) => one.publication_id);
}

type Parted<Link> = readonly {
  readonly userId: number;
  readonly now: readonly LinkRow[];
  readonly put: readonly Link[];
}[];

/** Links name no run and no scholar that is gone. */
async function dropLostNames(tx: Tx, parted: Parted<PartedLink>): Promise<Parted<PartedLink>> {
  const links = parted.flatMap(({ put }) => put);
  const runs = await store.listStanding(
    tx,
    'runs',
    links.flatMap((link) => link.first_seen_run_id ?? []),
  );
  const scholars = await store.listStanding(
    tx,
    'scholars',
    links.flatMap((link) => link.first_scholar_id ?? []),
  );
  const named = (set: ReadonlySet<number>, id: number | null) => (id !== null && set.has(id) ? id : null);
  return parted.map(({ put, ...rest }) => ({
    ...rest,
    put: put.map((link) => ({
      ...link,
      first_seen_run_id: named(runs, link.first_seen_run_id),
      first_scholar_id: named(scholars, link.first_scholar_id),
    })),
  }));
}

/** What appears only now takes the next numbers of the library, so that a page that somebody reads holds still. */
async function numberLinks(tx: Tx, parted: Parted<PartedLink>): Promise<Parted<LinkRow>> {
  const lateOf = (put: readonly PartedLink[]) => put.filter(({ isLate }) => isLate).length;
  const needed = parted.filter(({ put }) => lateOf(put) > 0).map(({ userId, put }) => [userId, lateOf(put)] as const);
  const next = await store.takeLinkNumbers(tx, new Map(needed));
  return parted.map(({ userId, now, put }) => {
    let number = next.get(userId) ?? 0;
    const links = put.map(({ isLate, ...link }): LinkRow => {
      if (!isLate) return link as LinkRow;
      number += 1;
      return { ...link, link_number: number - 1 } as LinkRow;
    });
    return { userId, now, put: links };
  });
}

async function standing(
  tx: Tx,
  table: 'users' | 'profiles',
  logged: readonly LoggedPlace[],
  column: string,
): Promise<(id: unknown) => boolean> {
  const named = logged.flatMap(({ before }) => before.rows.map((row: StoredRow) => row[column]));
  const there = await store.listStanding(
    tx,
    table,
    named.filter((id) => typeof id === 'number'),
  );
  return (id) => typeof id !== 'number' || there.has(id);
}

function changeOf(
  kind: PlaceKind,
  winnerId: number,
  userId: number | null,
  now: readonly StoredRow[],
  put: readonly StoredRow[],
): Change {
  return {
    action: `undo.${kind}`,
    userId,
    publicationId: winnerId,
    before: { rows: now },
    after: { rows: put },
  };
}
