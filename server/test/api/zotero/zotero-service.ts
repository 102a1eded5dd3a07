import { zoteroKey } from '@lectern/sandbox';
import { expect } from 'vitest';
import { pushToZotero } from '../../../src/zotero/jobs/push-to-zotero.ts';
import type { Client } from '../../support/client.ts';
import { RUNNING_JOB } from '../../support/running-job.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

export const LIBRARY = 'users/475425';
const openService = serviceOfFile({ sources: 'all', workers: 0 });

/** A paper for the import as CSL-JSON. */
export const paper = (number: number, change: object = {}) => ({
  ...{ id: `key${number}`, type: 'article-journal', title: `Loops of kind ${number}`, DOI: `10.5555/loop.${number}` },
  ...{ author: [{ family: 'van der Berg', given: 'Karin' }], issued: { 'date-parts': [[2020]] } },
  ...{ 'container-title': 'Journal of Loops', volume: '12', page: '1-20', keyword: 'loops', ...change },
});

/** Imports papers, which get the tag "loops". */
export async function addPapers(client: Client, papers: readonly object[]): Promise<void> {
  const headers = { 'content-type': 'application/vnd.citationstyles.csl+json' };
  await client.ok('POST', '/scholars/import', { body: JSON.stringify(papers), headers });
}

/** Lets the job push what is due. */
export const push = ({ services }: Pick<Service, 'services'>) => pushToZotero.run(services, RUNNING_JOB);

/** The service, its administrator's library with papers, and a sync of their tag. */
export async function startWithPapers(papers: readonly object[]) {
  const service = await openService();
  const { admin, sandbox } = service;
  await addPapers(admin, papers);
  await admin.ok('PUT', '/zotero', { body: { api_key: zoteroKey } });
  const { tags } = await admin.ok('GET', '/tags');
  const body = { library: LIBRARY, scope: 'tag', tag_id: tags[0].id };
  const sync = await admin.ok('POST', '/zotero/syncs', { body, status: 201 });
  const path = `/zotero/syncs/${sync.id}/push`;
  const library = sandbox.zotero.library(LIBRARY);
  const state = async () => (await admin.ok('GET', '/zotero')).syncs[0];
  return {
    ...service,
    ...{ sync, library, path, state },
    preview: async () => (await admin.ok('POST', `${path}?dry_run=true`)).preview,
    /** Pushes until nothing is due. */
    async pushNow() {
      const from = sandbox.zotero.requests.length;
      await admin.ok('POST', path);
      await push(service);
      return { result: (await state()).result, requests: sandbox.zotero.requests.slice(from) };
    },
    /** The items in Zotero by their titles. */
    items: () => new Map(library.list('items').map((item) => [String(item.data.title), item])),
  };
}

/** The id of the publication with this title. */
export async function idOf(client: Client, title: string): Promise<number> {
  const { publications } = await client.ok('GET', '/publications?page_size=500');
  const found = publications.find((one: { title: string }) => one.title === title);
  expect(found, title).toBeDefined();
  return found.publication_id;
}

export { openService };
