/** Turns are a little further apart than asked for: a request leaves a moment after its turn, and none may come too close to the next. */
export const MARGIN = 0.02;
export const MARGIN_SECONDS = 0.005;

/** The distance between turns for a distance between requests, in seconds. */
export function turnSeconds(requestSeconds: number): number {
  return requestSeconds > 0 ? requestSeconds * (1 + MARGIN) + MARGIN_SECONDS : 0;
}
