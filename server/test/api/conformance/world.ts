import type { Client } from '../../support/client.ts';
import { makeRows, savePageOf, track } from '../../support/library.ts';
import { type Service, type ServiceOptions, serviceOfFile } from '../../support/service.ts';

export interface Scholar {
  readonly id: number;
  /** the ids of the publications on its page */
  readonly publicationIds: readonly number[];
}

/** A service with users who own objects, and a user who owns nothing. */
export interface World extends Service {
  readonly owner: Client & { userId: number };
  readonly stranger: Client & { userId: number };
  /** an account that no other call uses, signed in */
  newcomer(): Promise<Client & { userId: number }>;
  /** Tracks one more scholar for the owner, or for the given user. Its page has some publications. */
  scholar(userId?: number): Promise<Scholar>;
  /** The id of a profile that nobody tracks. */
  profile(): string;
}

export const WORLD: ServiceOptions = { workers: 0, sources: 'all' };
const openService = serviceOfFile(WORLD);

/** The service with the stand-ins of the sources and without a worker, so that only the calls change the database. */
export async function startWorld(open: () => Promise<Service> = openService): Promise<World> {
  const service = await open();
  service.sandbox.addScholar('AdaLoopback1', 3, { name: 'Ada Loopback', affiliation: 'University of Loops' });
  const owner = await service.newUser('owner');
  const stranger = await service.newUser('stranger');
  let made = 0;
  const number = () => {
    made += 1;
    return String(made).padStart(4, '0');
  };
  const profile = () => `Profile_${number()}`;
  const scholar = async (userId = owner.userId): Promise<Scholar> => {
    const source = profile();
    const id = await track(service.db, userId, source);
    await savePageOf(service.db, id, makeRows(source, [0, 3]), { name: `Author of ${source}` });
    const links = await service.db
      .selectFrom('user_publications')
      .select('publication_id')
      .where('first_scholar_id', '=', id)
      .orderBy('entry_number')
      .execute();
    return { id, publicationIds: links.map((link) => link.publication_id) };
  };
  return Object.assign(service, {
    owner,
    stranger,
    scholar,
    profile,
    newcomer: () => service.newUser(`newcomer-${number()}`),
  });
}
