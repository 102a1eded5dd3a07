import { sql } from 'kysely';
import type { DisplayIdentifier, RunStatus } from '../platform/database/column-values.ts';
import type { Tx } from '../platform/database/database.ts';

interface PublicationDiscovered {
  publication_id: number;
  title: string;
  pub_url: string | null;
  scholar_profile_id: number;
  scholar_label: string;
  first_seen_at: Date;
  /** of the whole run, this publication included */
  new_publication_count: number;
}

interface IdentifierUpdated {
  publication_id: number;
  display_identifier: DisplayIdentifier | null;
}

interface PdfUpdated {
  publication_id: number;
  pdf_status: 'untracked' | 'queued' | 'running' | 'resolved' | 'failed';
  pdf_url: string | null;
}

/** A live event of a run, as it is on the wire. `run_complete` is the last one. */
export type RunEvent =
  | { readonly kind: 'publication_discovered'; readonly data: PublicationDiscovered }
  | { readonly kind: 'scholar_progress'; readonly data: { visited: number; finished: number; total: number } }
  | { readonly kind: 'identifier_updated'; readonly data: IdentifierUpdated }
  | { readonly kind: 'pdf_updated'; readonly data: PdfUpdated }
  | { readonly kind: 'run_status'; readonly data: { status: RunStatus } }
  | { readonly kind: 'run_complete'; readonly data: { status: RunStatus } };

export type RunEventKind = RunEvent['kind'];

/** Its notifications carry the id of a run that has new events. */
export const RUN_EVENTS_CHANNEL = 'run_events';

/**
 * Appends events to a run; its followers are notified when this transaction commits. Takes the run's row lock, so that
 * numbers become visible in order and without gaps.
 */
export async function insertEvents(tx: Tx, runId: number, events: readonly RunEvent[]): Promise<void> {
  if (events.length === 0) return;
  const kinds = events.map(({ kind }) => kind);
  const data = events.map((event) => JSON.stringify(event.data));
  await sql`
    with run as (
      update runs set last_event_number = last_event_number + ${events.length} where id = ${runId}
      returning id, last_event_number - ${events.length} as before
    ), inserted as (
      insert into run_events (run_id, number, kind, data)
      select run.id, run.before + e.at, e.kind, e.data::json
      from run, unnest(${kinds}::text[], ${data}::text[]) with ordinality as e (kind, data, at)
    )
    select pg_notify(${RUN_EVENTS_CHANNEL}, id::text) from run`.execute(tx);
}

/** Titles and addresses of publications, in the order of the ids. */
export async function listTitles(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ id: number; title: string; pub_url: string | null }[]> {
  const { rows } = await sql<{ id: number; title: string; pub_url: string | null }>`
    select p.id, p.title, p.pub_url from unnest(${publicationIds}::bigint[]) with ordinality as k (id, at)
    join publications p on p.id = k.id order by k.at`.execute(tx);
  return rows;
}
