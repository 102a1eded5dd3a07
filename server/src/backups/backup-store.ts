import { connect } from './restore-store.ts';

/** What has to be known of a database before it is dumped. */
export interface DumpSource {
  readonly name: string;
  /** Major version of its server. */
  readonly major: number;
  readonly hasData: boolean;
}

export async function readSource(url: string): Promise<DumpSource> {
  const client = await connect(url, 'lectern backup');
  try {
    const { rows } = await client.query<DumpSource>(`
      select current_database()::text as name, current_setting('server_version_num')::int / 10000 as major,
        to_regclass('public.kysely_migration') is not null as "hasData"`);
    const [found] = rows;
    if (!found) throw new Error('the database does not know itself');
    return found;
  } finally {
    await client.end();
  }
}
