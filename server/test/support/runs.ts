import type { Client } from './client.ts';

export async function startRun(client: Client): Promise<number> {
  return (await client.ok('POST', '/runs/manual', { status: 201 })).run_id;
}
