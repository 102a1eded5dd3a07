import type { DisplayIdentifier, RunStatus } from '../platform/database/tables.ts';

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

/** What followers of a run are told, as it leaves the building. `run_complete` is the last of a run. */
export type RunEvent =
  | { readonly kind: 'publication_discovered'; readonly data: PublicationDiscovered }
  | { readonly kind: 'scholar_progress'; readonly data: { visited: number; finished: number; total: number } }
  | { readonly kind: 'identifier_updated'; readonly data: IdentifierUpdated }
  | { readonly kind: 'pdf_updated'; readonly data: PdfUpdated }
  | { readonly kind: 'run_status'; readonly data: { status: RunStatus } }
  | { readonly kind: 'run_complete'; readonly data: { status: RunStatus } };

export type RunEventKind = RunEvent['kind'];
