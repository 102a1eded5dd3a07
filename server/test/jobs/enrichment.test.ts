import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

const ONE = profileId(1);

test('the publications of a first crawl get their identifiers and PDFs', async () => {
  const { sandbox, collect, admin, db } = await startService({ sources: 'all' });
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/direct.1' });
  await collect(admin, [ONE]);
  const item = await until(async () => {
    const { publications } = await admin.ok('GET', '/publications');
    expect(publications[0].pdf_status).toBe('resolved');
    return publications[0];
  });
  expect(item).toMatchObject({
    doi: '10.5555/direct.1',
    display_identifier: { kind: 'doi', label: 'DOI: 10.5555/direct.1', confidence_score: 0.95 },
    pdf_url: `${sandbox.origin}/publisher/10.5555/direct.1.pdf`,
    pdf_attempt_count: 1,
    pdf_failure_reason: null,
  });
  expect((await sql`select from enrichment where source is not null`.execute(db)).rows).toEqual([]);
});
