import type { FaultKind } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { passTime } from '../support/due.ts';
import { withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const DOI = '10.5555/fault.1';
const PUBLICATION = {
  title: 'A file that does not come',
  copy: 'direct',
  doi: DOI,
  venue: `Faults, doi:${DOI}`,
} as const;

test.each<[FaultKind, string]>([
  ['notfound', 'dead_link'],
  ['error', 'server_error'],
  ['reset', 'connection_failed'],
  ['unusual', 'too_many_requests'],
  ['captcha', 'challenge_page'],
  ['challenge_page', 'challenge_page'],
  ['redirect_loop', 'redirect_loop'],
  ['html_for_json', 'html'],
  ['layout', 'not_a_pdf'],
  // to a host without an address
  ['signin', 'connection_failed'],
])(
  'a fault of a publisher (%s) is reported (%s), never shown as a PDF, and cleared when it is over',
  async (kind, reason) => {
    const { sandbox, db, admin, search, job, untilSettled } = withPdfSearches(await openService());
    sandbox.setFault('publisher', { kind });
    await search(PUBLICATION);
    const failed = await job(PUBLICATION.title);
    expect(failed).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: reason });
    expect(failed.candidates[0]).toMatchObject({ source: 'openalex', reason });
    const [shown] = (await admin.ok('GET', '/publications')).publications;
    expect(shown).toMatchObject({ pdf_status: 'failed', pdf_url: null, pdf_failure_reason: reason });
    expect(shown.pdf_failure_detail).not.toContain(DOI);
    sandbox.setFault('publisher', null);
    await passTime(db);
    await untilSettled();
    expect(await job(PUBLICATION.title)).toMatchObject({ status: 'resolved', failure_reason: null, attempt_count: 2 });
  },
);
