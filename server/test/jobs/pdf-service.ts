import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Work } from '../../src/sandbox/work.ts';
import { type CrawlService, profileId, startCrawlService, until } from './crawl-service.ts';

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

export interface PdfService extends CrawlService {
  /** Gives the one scholar of the admin these works and waits until the search for each has come to its end. */
  search(...works: readonly (Partial<Work> & { title: string })[]): Promise<void>;
  /** The search for the PDF of a work. */
  job(title: string): Promise<PdfJob>;
  /** Waits until nothing is searched for. */
  untilSettled(): Promise<void>;
}

export const ONE = profileId(1);

/** The service with all sources on and one scholar, who has no works yet. */
export async function startPdfService(options: Parameters<typeof startCrawlService>[0] = {}): Promise<PdfService> {
  const service = await startCrawlService({ lookups: true, ...options });
  const { sandbox, db, admin } = service;
  sandbox.addScholar(ONE, 0);
  const untilSettled = () => until(async () => expect(await countOpen(db)).toEqual({ lookups: 0, pdfs: 0 }));
  const search = async (...works: readonly Partial<Work>[]) => {
    for (const work of works) sandbox.addWork(ONE, { doi: null, arxivId: null, ...work });
    await service.collect(admin, [ONE]);
    await untilSettled();
  };
  return Object.assign(service, { untilSettled, search, job: (title: string) => findJob(db, title) });
}

async function countOpen(db: Database): Promise<{ lookups: number; pdfs: number } | undefined> {
  const { rows } = await sql<{ lookups: number; pdfs: number }>`
    select (select count(*)::int from lookups) as lookups,
      (select count(*)::int from pdf_jobs where status in ('queued', 'running')) as pdfs`.execute(db);
  return rows[0];
}

export async function findJob(db: Database, title: string): Promise<PdfJob> {
  const { rows } = await sql<PdfJob>`
    select p.id, p.title, j.*, extract(epoch from j.next_attempt_at - j.last_attempt_at)::float8 as next_seconds
    from publications p join pdf_jobs j on j.publication_id = p.id where p.title = ${title}`.execute(db);
  const [job] = rows;
  if (!job) throw new Error(`no search for a PDF of "${title}"`);
  return job;
}

/** Lets the time of the next attempt come, and the clock strike. */
export async function passTime(db: Database): Promise<void> {
  await sql`update pdf_jobs set next_attempt_at = now() where next_attempt_at is not null`.execute(db);
  await strike(db);
}

/** Lets the clock look for what is due, and waits until it has. */
export async function strike(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job('retry-due-pdfs')`.execute(db);
  await until(async () => {
    const left = await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db);
    expect(left.rows).toEqual([]);
  });
}

/** What was asked about a work, by its DOI or arXiv number, as `source path`; searches by title do not name it. */
export function askedAbout({ requests }: Sandbox, name: string, from = 0): string[] {
  const isNamed = ({ path }: { path: string }) => decodeURIComponent(path).includes(name);
  return requests
    .slice(from)
    .filter(isNamed)
    .map(({ source, path }) => `${source} ${path.split('?')[0]}`);
}

/** Lets the time come for what waits to be looked at, and the workers know. */
export async function makeLinksDue(db: Database): Promise<void> {
  await sql`update lookups set due_at = now() where source = 'web'`.execute(db);
  await sql`
    select graphile_worker.add_job('look-up', '{"source": "web"}', job_key := 'look-up:web', queue_name := 'look-up:web')`.execute(
    db,
  );
}
