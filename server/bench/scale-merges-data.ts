import type { Services } from '../src/platform/services.ts';
import { makeRow, savePageOf, track } from '../test/support/library.ts';
import { reportStep } from './measure.ts';
import { secondsOf } from './scale-measure.ts';

/** How many publications are merged into one, and how many users have them. */
export const MANY = 1000;
export const FOLLOWERS = 20;

const TITLE = 'Sediment transport in shallow tidal basins of the north';

/** Half of the users have both publications of the pair, a quarter has only one of them, and a few have the many. */
export async function fillForMerges({ db }: Services, userIds: readonly number[]): Promise<void> {
  const text = { title: TITLE, authors: 'E Lund, K Berg, A Holm', venue: 'Journal of Coastal Research', citations: 9 };
  const typo = (at: number) =>
    `${TITLE.slice(0, 1 + (at % 50))}${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${TITLE.slice(1 + (at % 50))}`;
  const pages = [
    { profile: 'Merges000001', rows: [makeRow('Merges000001:a', text)], has: (n: number) => n % 4 < 3 },
    {
      profile: 'Merges000002',
      rows: [makeRow('Merges000002:b', { ...text, title: typo(0), citations: 1 })],
      has: (n: number) => n % 4 !== 0,
    },
    {
      profile: 'Merges000003',
      rows: Array.from({ length: MANY + 1 }, (_, at) =>
        makeRow(
          `Merges000003:${at}`,
          at === 0 ? { ...text, citations: 99, year: 1990 } : { ...text, title: typo(at), year: 1990 },
        ),
      ),
      has: (n: number) => n < FOLLOWERS,
    },
  ];
  for (const { profile, rows, has } of pages) {
    const users = userIds.filter((_, n) => has(n));
    const seconds = await secondsOf(async () => {
      for (const userId of users) await savePageOf(db, await track(db, userId, profile), rows);
    });
    reportStep(`${profile} in ${users.length} libraries, ${seconds.toFixed(1)} s`);
  }
}
