import type { Dismissal } from './dismissal-store.ts';

/** The pairs of works once the losers are the winner: a pair of two of them is none any more, and of equal pairs the first that was dismissed stays. */
export function joinDismissals(
  pairs: readonly Dismissal[],
  winnerId: number,
  loserIds: readonly number[],
): Dismissal[] {
  const rootOf = (id: number) => (loserIds.includes(id) ? winnerId : id);
  const joined = new Map<string, Dismissal>();
  for (const pair of pairs) {
    const [one, other] = [rootOf(pair.low_id), rootOf(pair.high_id)];
    if (one === other) continue;
    const moved = { ...pair, low_id: Math.min(one, other), high_id: Math.max(one, other) };
    const key = `${moved.low_id} ${moved.high_id}`;
    const known = joined.get(key);
    if (!known || orderOf(moved) < orderOf(known)) joined.set(key, moved);
  }
  return [...joined.values()];
}

function orderOf({ created_at, dismissed_by_user_id }: Dismissal): string {
  return `${created_at} ${dismissed_by_user_id ?? ''}`;
}
