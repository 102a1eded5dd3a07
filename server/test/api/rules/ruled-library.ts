import { applyRulesJob } from '../../../src/rules/jobs/apply-rules.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { RUNNING_JOB } from '../../support/running-job.ts';
import type { Service } from '../../support/service.ts';

/** A library with three publications that rules do not see, `A:0` to `A:2`, and what tests of rules need. */
export async function startRuled(openService: () => Promise<Service>) {
  const service = await openService();
  const { admin, db, services } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 3]));
  const addRule = (body: object) => admin.ok('POST', '/rules', { body, status: 201 });
  const runJob = () => applyRulesJob.run(services, RUNNING_JOB);
  /** Lists rows `from` to `to` - 1 on the scholar's page. */
  const list = (from: number, to: number) => savePageOf(db, scholar, makeRows('A', [from, to]));
  /** Lists them, and applies the rules. */
  const arrive = async (from: number, to: number) => {
    await list(from, to);
    await runJob();
  };
  /** What rules change, by the end of the title. */
  const marks = async (client = admin) => {
    const { publications } = await client.ok('GET', '/publications?sort_by=title&sort_dir=asc&page_size=500');
    return Object.fromEntries(publications.map((one: Shown) => [one.title.replace('Work A:', ''), describe(one)]));
  };
  /** The same of some publications, by their ids; a merged one has those of its canonical one. */
  const marksOf = (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => describe(await admin.ok('GET', `/publications/${id}`))));
  const idOf = async (at: number): Promise<number> => {
    const { publications } = await admin.ok('GET', `/publications?search=${encodeURIComponent(`"Work A:${at}"`)}`);
    return publications[0].publication_id;
  };
  return { ...service, user, scholar, addRule, runJob, list, arrive, marks, marksOf, idOf };
}

interface Shown {
  readonly title: string;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly tags: readonly { readonly name: string }[];
}

/** Tags, `read` and `favorite` as one text. */
function describe({ is_read, is_favorite, tags }: Shown): string {
  return [...tags.map(({ name }) => name), ...(is_read ? ['read'] : []), ...(is_favorite ? ['favorite'] : [])].join(
    ' ',
  );
}
