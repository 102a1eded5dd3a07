const SLOP_PX = 10;

export type Direction = 'left' | 'right';

/** What a touch that moved so far is. Only a clearly horizontal one is a swipe, because lists scroll vertically. */
export function readMove(dx: number, dy: number): 'undecided' | 'swipe' | 'other' {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  if (across < SLOP_PX && along < SLOP_PX) return 'undecided';
  return across > 2 * along ? 'swipe' : 'other';
}

/** Whether the row was moved far enough to act when the finger leaves it. */
export function isFar(dx: number, width: number): boolean {
  return Math.abs(dx) > width / 3;
}

/** How far to move the row, at most half of its width. */
export function shiftOf(dx: number, width: number): number {
  return Math.sign(dx) * Math.min(Math.abs(dx), width / 2);
}
