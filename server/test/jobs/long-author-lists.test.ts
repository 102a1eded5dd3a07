import { openAlexAuthorIdOf } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { PLAIN } from '../support/enrichment.ts';
import { ONE, startService } from '../support/service.ts';
import { untilNoLookups } from '../support/wait.ts';

test('a list that names the first hundred authors says so, and the citation gets all from the single work', async () => {
  const { sandbox, admin, collect, db } = await startService({ sources: 'all', scholar: 'untracked' });
  const surnames = [...'ABCDEFGHIJKLM'].flatMap((first) => [...'abcdefghij'].map((last) => `${first}${last}lund`));
  const authors = surnames.map((surname) => `E ${surname}`);
  // the single work is requested from OpenAlex at once if there is no other
  for (const [at, names] of [authors, ['A Bauer']].entries())
    sandbox.addPublication(ONE, {
      ...PLAIN,
      ...{
        title: `${PLAIN.title}: part ${at}`,
        authors: names,
        doi: `10.5555/long.${at}`,
        oddity: null,
        copy: 'closed',
      },
    });
  await collect(admin, [openAlexAuthorIdOf(ONE)]);
  const [item] = (await admin.ok('GET', '/publications?search=ajlund')).publications;
  expect(item.author_text).toMatch(/ Jjlund, …$/);
  await untilNoLookups(db);
  const bibtex = await (
    await admin.raw('GET', `/api/v1/publications/export?format=bibtex&ids=${item.publication_id}`)
  ).text();
  expect(bibtex.match(/[A-Z][a-z]lund(?=, )/g)).toEqual(surnames);
  expect(bibtex).not.toContain('others');
});
