/** All that happens by the clock, in graphile-worker's crontab form: one replica acts, whatever their number. */
export const schedule = `
* * * * * revive-queue
17 * * * * forget-old-logins
`;
