import { Client } from '../../../support/client.ts';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const LINKS = '/admin/db/repairs/publication-links';

async function repairLinks({ admin, owner }: World): Promise<number> {
  const body = { user_id: owner.userId, dry_run: false };
  return (await admin.ok('POST', LINKS, { body })).job_id;
}

/** Calls of the operators' operations, except those about publications and accounts. */
export const operators: Readonly<Record<string, Preparation>> = {
  getHealthz: async ({ url }) => ({ client: new Client(url) }),
  getAdminSources: async ({ admin }) => ({ client: admin }),
  getAdminRejectedPublications: async (world) => {
    const { id, publicationIds } = await world.scholar();
    await world.owner.ok('PUT', `/scholars/${id}/rejected-publications/${publicationIds[0]}`);
    return { client: world.admin };
  },
  getAdminBackups: async ({ admin }) => ({ client: admin }),
  getAdminAudit: async (world) => {
    const repair_job_id = await repairLinks(world);
    return [
      { client: world.admin },
      { client: world.admin, query: { repair_job_id, publication_id: 1, page: 1, page_size: 5 } },
    ];
  },
  getAdminDbIntegrity: async ({ admin }) => ({ client: admin }),
  getAdminDbRepairJobs: async (world) => {
    await repairLinks(world);
    return { client: world.admin, query: { limit: 3 } };
  },
  postAdminDbRepairsPublicationLinks: async (world) => {
    const { id } = await world.scholar();
    const body = {
      scope_mode: 'single_user',
      user_id: world.owner.userId,
      scholar_profile_ids: [id],
      dry_run: false,
      gc_orphan_publications: true,
      requested_by: 'operator',
      confirmation_text: null,
    };
    const all = { scope_mode: 'all_users', dry_run: false };
    return [
      { client: world.admin, body },
      { client: world.admin, body: all, status: 400 },
      { client: world.admin, body: { dry_run: true }, status: 422 },
    ];
  },
};
