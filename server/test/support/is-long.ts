/** `LONG=1` lets the tests that use chance or time take hours: more kills, restarts, processes, streams and requests. */
export const isLong = process.env.LONG === '1';
/** the time limit of such a test */
export const LONG_MS = isLong ? 7_200_000 : 1_200_000;
