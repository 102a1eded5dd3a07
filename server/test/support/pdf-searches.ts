import type { Publication, Sandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { ONE, type Service } from './service.ts';
import { until } from './wait.ts';

export interface PdfJob {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly pdf_url: string | null;
  readonly version: string | null;
  readonly license: string | null;
  readonly last_source: string | null;
  readonly attempt_count: number;
  readonly auto_retry_count: number;
  readonly failure_reason: string | null;
  readonly failure_detail: string | null;
  readonly candidates: readonly { url: string; source: string; reason: string | null; detail: string | null }[];
  readonly requested_by_user_id: number | null;
  readonly next_attempt_at: Date | null;
  readonly resolved_at: Date | null;
  /** until the next attempt, from the last one */
  readonly next_seconds: number | null;
}

export interface PdfService extends Service {
  /** Adds these publications to the admin's scholar, and waits until the search for each has ended. */
  search(...publications: readonly (Partial<Publication> & { title: string })[]): Promise<void>;
  /** The PDF search of a publication. */
  job(title: string): Promise<PdfJob>;
  /** Waits until no search is left. */
  untilSettled(): Promise<void>;
}

/** Adds what tests of PDF searches need to a service whose sandbox has the scholar ONE. */
export function withPdfSearches(service: Service): PdfService {
  const { sandbox, db, admin } = service;
  const untilSettled = () => until(async () => expect(await countOpen(db)).toEqual({ lookups: 0, pdfs: 0 }));
  const search = async (...publications: readonly Partial<Publication>[]) => {
    for (const publication of publications) sandbox.addPublication(ONE, { doi: null, arxivId: null, ...publication });
    await service.collect(admin, [ONE]);
    await untilSettled();
  };
  return Object.assign(service, { untilSettled, search, job: (title: string) => findJob(db, title) });
}

async function countOpen(db: Database): Promise<{ lookups: number; pdfs: number } | undefined> {
  const { rows } = await sql<{ lookups: number; pdfs: number }>`
    select (select count(*)::int from enrichment where source is not null) as lookups,
      (select count(*)::int from enrichment where status in ('queued', 'running')) as pdfs`.execute(db);
  return rows[0];
}

export async function findJob(db: Database, title: string): Promise<PdfJob> {
  const { rows } = await sql<PdfJob>`
    select p.id, p.title, j.*, extract(epoch from j.next_attempt_at - j.last_attempt_at)::float8 as next_seconds
    from publications p join enrichment j on j.publication_id = p.id where p.title = ${title}`.execute(db);
  const [job] = rows;
  if (!job) throw new Error(`no search for a PDF of "${title}"`);
  return job;
}

/** The requests that contain a DOI or arXiv id, as `source path`. Title searches contain neither. */
export function requestsAbout({ requests }: Sandbox, name: string, from = 0): string[] {
  const isNamed = ({ path }: { path: string }) => decodeURIComponent(path).includes(name);
  return requests
    .slice(from)
    .filter(isNamed)
    .map(({ source, path }) => `${source} ${path.split('?')[0]}`);
}
