import type { CopyKind } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { type PdfJob, type PdfService, withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const doiOf = (copy: CopyKind) => `10.5555/kept.${copy}`;
const searchOf = (copy: CopyKind) => ({ title: `A study of copies that are kept ${copy}`, copy, doi: doiOf(copy) });
const named = ({ candidates }: PdfJob) => candidates.map(({ url, source, reason }) => ({ url, source, reason }));

async function searchFor(
  ...copies: readonly CopyKind[]
): Promise<PdfService & { jobOf(copy: CopyKind): Promise<PdfJob> }> {
  const service = withPdfSearches(await openService());
  await service.search(...copies.map(searchOf));
  return Object.assign(service, { jobOf: (copy: CopyKind) => service.job(searchOf(copy).title) });
}

test("the publisher's free PDF is found through OpenAlex, also with leading blank lines or after a redirect", async () => {
  const { sandbox, jobOf } = await searchFor('direct', 'padded', 'redirect');
  for (const copy of ['direct', 'padded', 'redirect'] as const) {
    const pdf = `${sandbox.origin}/publisher/${doiOf(copy)}.pdf`;
    const job = await jobOf(copy);
    expect(job).toMatchObject({
      status: 'resolved',
      pdf_url: pdf,
      last_source: 'openalex',
      version: 'published',
      license: 'cc-by',
      attempt_count: 1,
      failure_reason: null,
      failure_detail: null,
    });
    expect(named(job)).toEqual([{ url: pdf, source: 'openalex', reason: null }]);
  }
});

test('a page instead of a PDF is refused, and the landing page leads to the right PDF', async () => {
  const { sandbox, jobOf } = await searchFor('html');
  const pdf = `${sandbox.origin}/publisher/files/${doiOf('html')}.pdf`;
  const job = await jobOf('html');
  expect(job).toMatchObject({
    status: 'resolved',
    pdf_url: pdf,
    last_source: 'landing_page',
    version: null,
    license: null,
  });
  expect(named(job)).toEqual([
    { url: pdf, source: 'landing_page', reason: null },
    { url: `${sandbox.origin}/publisher/${doiOf('html')}.pdf`, source: 'openalex', reason: 'html' },
  ]);
  expect(job.candidates[1]?.detail).toBe(`${new URL(pdf).host} returned a page instead of a PDF.`);
});

test('a repository copy that only Unpaywall knows is found as the accepted version', async () => {
  const { sandbox, jobOf } = await searchFor('repository');
  const pdf = `${sandbox.origin}/repository/${doiOf('repository')}.pdf`;
  const job = await jobOf('repository');
  expect(job).toMatchObject({ status: 'resolved', pdf_url: pdf, last_source: 'unpaywall', version: 'accepted' });
  expect(named(job)).toEqual([{ url: pdf, source: 'unpaywall', reason: null }]);
});

test('a challenge page is refused with its own reason, and the next copy is used', async () => {
  const { sandbox, jobOf } = await searchFor('challenge');
  const pdf = `${sandbox.origin}/repository/${doiOf('challenge')}.pdf`;
  const job = await jobOf('challenge');
  expect(job).toMatchObject({ status: 'resolved', pdf_url: pdf, last_source: 'openalex', version: 'accepted' });
  expect(named(job)).toEqual([
    { url: pdf, source: 'openalex', reason: null },
    { url: `${sandbox.origin}/publisher/${doiOf('challenge')}.pdf`, source: 'openalex', reason: 'challenge_page' },
  ]);
  expect(job.candidates[1]?.detail).toContain('challenge page that only a person in a browser can pass');
});

test('a PDF that only Europe PMC has is found', async () => {
  const { sandbox, jobOf } = await searchFor('europepmc');
  const job = await jobOf('europepmc');
  expect(job).toMatchObject({ status: 'resolved', last_source: 'europepmc' });
  expect(job.pdf_url).toMatch(new RegExp(`^${sandbox.origin}/europepmc/articles/PMC\\d+\\?pdf=render$`));
  expect(named(job)).toEqual([{ url: job.pdf_url, source: 'europepmc', reason: null }]);
});

test('a dead link and a publication without a free copy have no PDF, each with its reason', async () => {
  const { sandbox, admin, jobOf } = await searchFor('dead', 'closed');
  const dead = await jobOf('dead');
  const link = `${sandbox.origin}/publisher/${doiOf('dead')}.pdf`;
  expect(dead).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'dead_link', last_source: 'openalex' });
  expect(dead.failure_detail).toBe(`${new URL(link).host} has no such page (status 404).`);
  expect(named(dead)).toEqual([{ url: link, source: 'openalex', reason: 'dead_link' }]);

  const closed = await jobOf('closed');
  expect(closed).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'no_open_copy', attempt_count: 1 });
  expect(closed.candidates).toEqual([]);
  const { publications } = await admin.ok('GET', '/publications');
  const byDoi = Object.fromEntries(publications.map((one: { doi: string }) => [one.doi, one]));
  expect(byDoi[doiOf('dead')]).toMatchObject({ pdf_status: 'failed', pdf_url: null, pdf_failure_reason: 'dead_link' });
  expect(byDoi[doiOf('closed')]).toMatchObject({ pdf_status: 'failed', pdf_failure_reason: 'no_open_copy' });
});

test('a publication that no source knows shows only that reason', async () => {
  const { search, job, admin } = withPdfSearches(await openService());
  await search({ title: 'A pamphlet that nobody ever listed anywhere', oddity: 'unlisted' });
  const found = await job('A pamphlet that nobody ever listed anywhere');
  expect(found).toMatchObject({ status: 'failed', failure_reason: 'no_identifier', candidates: [], attempt_count: 1 });
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications[0]).toMatchObject({
    pdf_url: null,
    pdf_failure_reason: 'no_identifier',
    display_identifier: null,
  });
});

test('a publisher that always shows a challenge page gets no link', async () => {
  const { sandbox, search, job } = withPdfSearches(await openService());
  for (const source of ['publisher', 'repository']) sandbox.setFault(source, { kind: 'challenge_page' });
  await search(...(['direct', 'html', 'repository'] as const).map(searchOf));
  for (const copy of ['direct', 'html', 'repository'] as const) {
    const found = await job(searchOf(copy).title);
    expect(found, copy).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'challenge_page' });
    expect(new Set(found.candidates.map(({ reason }) => reason)), copy).toEqual(new Set(['challenge_page']));
  }
});
