import { createServer, type IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { strike } from '../support/due.ts';
import { until } from '../support/wait.ts';

/** Waits until there are this many publications and no enrichment is left. */
export async function untilLookedUp(db: Database, works: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select count(*)::int as works, (select count(*)::int from enrichment where source is not null) as open from publications`.execute(
      db,
    );
    expect(rows).toEqual([{ works, open: 0 }]);
  });
}

export interface StoredIdentifier {
  kind: string;
  value: string;
  confidence: number;
  source: string;
  evidence_url: string | null;
  is_contradicted: boolean;
}

/** The stored identifiers of a publication, by kind and value. */
export async function identifiersOf(db: Database, title: string): Promise<StoredIdentifier[]> {
  const { rows } = await sql<StoredIdentifier>`
    select kind, value, i.confidence, source, evidence_url, is_contradicted from publication_identifiers i
    join publications p on p.id = i.publication_id where p.title = ${title} order by kind, value`.execute(db);
  return rows;
}

/** Queues the search for all publications again, as the scheduler does when they are due. */
export async function searchAgain(db: Database): Promise<void> {
  await sql`update enrichment set next_attempt_at = now() - interval '1 second'`.execute(db);
  await strike(db);
  await until(async () => {
    const { rows } = await sql`select from enrichment where next_attempt_at < now()`.execute(db);
    expect(rows).toEqual([]);
  });
}

export interface SeenRequest {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface StubResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** before it is sent */
  readonly milliseconds?: number;
}

export interface Relay {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** The maximum number of concurrent requests. */
  maxAtOnce(): number;
}

/** A server on loopback that records its requests. It returns the response of `answer`, or forwards the request if that is undefined. */
export async function startRelay(
  behind: () => string,
  answer: (request: SeenRequest, number: number) => StubResponse | undefined = () => undefined,
): Promise<Relay> {
  const seen: SeenRequest[] = [];
  let atOnce = 0;
  let most = 0;
  const respond = async (request: SeenRequest, number: number): Promise<StubResponse> => {
    const told = answer(request, number);
    if (told?.milliseconds) await new Promise((resolve) => setTimeout(resolve, told.milliseconds));
    if (told?.status !== undefined || told?.body !== undefined) return told;
    const response = await fetch(behind() + request.path);
    return {
      status: response.status,
      body: await response.text(),
      ...(told?.headers ? { headers: told.headers } : {}),
    };
  };
  const server = createServer((request, response) => {
    const one = { at: performance.now(), path: request.url ?? '', headers: request.headers };
    seen.push(one);
    atOnce += 1;
    most = Math.max(most, atOnce);
    respond(one, seen.length)
      .then(({ status = 200, headers = {}, body = '' }) => {
        atOnce -= 1;
        response.writeHead(status, headers).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen, maxAtOnce: () => most };
}
