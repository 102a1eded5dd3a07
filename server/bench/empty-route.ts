// A server with one route that runs an empty query. It shows the minimum cost of a request with the same libraries.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/', async () => {
  await pool.query('select 1');
  return { data: null };
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log((app.server.address() as AddressInfo).port);
process.once('SIGTERM', () => process.exit(0));
