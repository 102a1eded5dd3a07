import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A timestamp that has a default in the database. */
type Stamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

export interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  email_key: string;
  password_hash: string;
  is_admin: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SessionsTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  created_at: Stamp;
  touched_at: Stamp;
  user_agent: string | null;
  client_address: string | null;
}

interface ApiTokensTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  scope: 'read' | 'write' | 'admin';
  created_at: GeneratedAlways<Date>;
  expires_at: Date | null;
  last_used_at: Date | null;
}

interface LoginAttemptsTable {
  id: GeneratedAlways<number>;
  email_key: string;
  address: string;
  attempted_at: Stamp;
  has_failed: Generated<boolean>;
}

interface SetupTokensTable {
  token_hash: Buffer;
  created_at: Stamp;
}

interface ProfilesTable {
  id: GeneratedAlways<number>;
  source: string;
  source_id: string;
  display_name: string | null;
  affiliation: string | null;
  image_url: string | null;
  last_listing_number: Generated<number>;
  last_answered_at: Date | null;
  signin_answers: Generated<number>;
  crawl_number: Generated<number>;
  settled_listing: number | null;
  looked_at: Date | null;
  fully_looked_at: Date | null;
  top_digest: Buffer | null;
  top_listing: number | null;
  rows_missed_since: Date | null;
  created_at: Stamp;
}

export interface DisplayIdentifier {
  kind: string;
  value: string;
  label: string;
  url: string;
  confidence_score: number;
}

interface PublicationsTable {
  id: GeneratedAlways<number>;
  title: string;
  title_key: string;
  author_text: string | null;
  venue_text: string | null;
  year: number | null;
  citation_count: Generated<number>;
  pub_url: string | null;
  doi: string | null;
  display_identifier: Json<DisplayIdentifier | null> | null;
  search_vector: string;
  owner_user_id: number | null;
  canonical_id: number;
  merged_into: number | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface RecordsTable {
  id: GeneratedAlways<number>;
  publication_id: number;
  owner_user_id: number | null;
  source: string;
  key: string;
  cluster_key: string | null;
  doi: string | null;
  evidence: string[];
  title: string;
  authors: string | null;
  venue: string | null;
  year: number | null;
  citations: number | null;
  url: string | null;
  pdf_url: string | null;
  said_at: Date | null;
  created_at: Stamp;
}

interface ListingsTable {
  record_id: number;
  profile_id: number;
  owner_user_id: number | null;
  publication_id: number;
  /** null: an import says it */
  number: number | null;
  first_listed_at: Stamp;
  seen_crawl: Generated<number>;
  removed_at: Date | null;
}

interface MergesTable {
  id: GeneratedAlways<number>;
  job_id: number | null;
  loser_id: number;
  winner_id: number;
  created_at: Stamp;
  undone_at: Date | null;
}

interface MergeMarksTable {
  merge_id: number;
  user_id: number;
  publication_id: number;
  link_number: number;
  is_read: boolean;
  is_favorite: boolean;
  is_hidden: boolean;
  first_seen_at: Date;
  first_seen_run_id: number | null;
  first_scholar_id: number | null;
  scholar_ids: number[];
  combined_is_read: boolean;
  combined_is_favorite: boolean;
}

interface PublicationIdentifiersTable {
  publication_id: number;
  kind: string;
  value: string;
  confidence: number;
  source: string;
  evidence_url: string | null;
  is_contradicted: Generated<boolean>;
  created_at: Stamp;
}

interface ScholarsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  profile_id: number;
  is_enabled: Generated<boolean>;
  image_override_url: string | null;
  baseline_completed: Generated<boolean>;
  imported_name: string | null;
  looked_at_listing: Generated<number>;
  created_at: Stamp;
}

interface ScholarListingsView {
  user_id: number;
  scholar_id: number;
  publication_id: number;
  /** null: the user's import says it */
  number: number | null;
  first_listed_at: Date;
  removed_at: Date | null;
}

interface UserSettingsTable {
  user_id: number;
  request_delay_seconds: Generated<number>;
  auto_run_enabled: Generated<boolean>;
  run_interval_minutes: Generated<number>;
  nav_visible_pages: Generated<string[]>;
  openalex_api_key: Buffer | null;
  crossref_api_token: Buffer | null;
  crossref_api_mailto: string | null;
  unpaywall_email: string | null;
}

export type RunStatus = 'running' | 'resolving' | 'success' | 'partial_failure' | 'failed' | 'canceled';

interface RunsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  trigger_type: 'manual' | 'scheduled';
  status: RunStatus;
  idempotency_key: string | null;
  start_dt: Stamp;
  end_dt: Date | null;
  scholar_count: Generated<number>;
  succeeded_count: Generated<number>;
  failed_count: Generated<number>;
  partial_count: Generated<number>;
  new_publication_count: Generated<number>;
  visited_count: Generated<number>;
  finished_count: Generated<number>;
  last_event_number: Generated<number>;
}

interface UserPublicationsTable {
  user_id: number;
  publication_id: number;
  link_number: number;
  first_seen_at: Date;
  first_seen_run_id: number | null;
  first_scholar_id: number | null;
  /** null: it is visible; else it comes back with this mark */
  hidden_as: 'read' | 'unread' | null;
  scholar_ids: Generated<number[]>;
  year: number | null;
  citations: Generated<number>;
  title_prefix: Generated<string>;
  pdf_rank: Generated<number>;
}

interface MarksTable {
  user_id: number;
  publication_id: number;
  first_seen_at: Date;
  link_number: number;
  scholar_ids: number[];
}

interface ReadBatchesTable {
  user_id: number;
  read_number: number;
  publication_ids: number[];
  at: Stamp;
}

interface ScholarCountsTable {
  scholar_id: number;
  publication_count: Generated<number>;
  unread_count: Generated<number>;
}

interface OrderChangesTable {
  id: GeneratedAlways<number>;
  publication_id: number;
  copied_before: string | null;
}

interface PublicationOrderView {
  publication_id: number;
  year: number | null;
  citations: number;
  title_prefix: string;
  pdf_rank: number;
}

interface LibraryEntriesView {
  user_id: number;
  publication_id: number;
  link_number: number;
  is_read: boolean;
  is_favorite: boolean;
  is_hidden: boolean;
  first_seen_at: Date;
  first_seen_run_id: number | null;
  first_scholar_id: number | null;
  scholar_ids: number[];
}

interface LibrariesTable {
  user_id: number;
  last_link_number: Generated<number>;
  last_read_number: Generated<number>;
  link_count: Generated<number>;
  unread_count: Generated<number>;
  favorite_count: Generated<number>;
}

export type Outcome = 'success' | 'partial' | 'failed' | 'skipped' | 'pending';
export type ScholarState =
  | 'ok'
  | 'no_results'
  | 'blocked_or_captcha'
  | 'layout_changed'
  | 'network_error'
  | 'not_found';

interface RunScholarsTable {
  id: GeneratedAlways<number>;
  run_id: number;
  scholar_id: number | null;
  source_id: string;
  outcome: Generated<Outcome>;
  state: ScholarState | null;
  state_reason: string | null;
  attempt_count: Generated<number>;
  publication_count: Generated<number>;
  new_publication_count: Generated<number>;
  start_cstart: Generated<number>;
  continuation_cstart: number | null;
  continuation_enqueued: Generated<boolean>;
  continuation_cleared: Generated<boolean>;
  warnings: ColumnType<string[], string | undefined, string>;
  error: string | null;
  debug: Json<Record<string, unknown> | null> | null;
  is_visited: Generated<boolean>;
  is_exhausted: Generated<boolean>;
}

interface RunEventsTable {
  run_id: number;
  number: number;
  kind: string;
  data: Json<Record<string, unknown>>;
  created_at: Stamp;
}

export interface QueueItemsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  scholar_id: number;
  source: string;
  status: Generated<'queued' | 'retrying' | 'dropped'>;
  reason: string;
  dropped_reason: string | null;
  attempt_count: Generated<number>;
  quick_retry_count: Generated<number>;
  resume_row: Generated<number>;
  crawl_started_at: Date | null;
  pages_this_attempt: Generated<number>;
  verify_profile_id: number | null;
  next_attempt_at: Stamp;
  last_error: string | null;
  run_id: number | null;
  last_run_id: number | null;
  claimed_until: Date | null;
  lost_count: Generated<number>;
  claim_number: Generated<number>;
  crawl_number: number | null;
  known_listing: number | null;
  made_by_run_id: number | null;
  adopted_by_run_id: number | null;
  before_adoption: Json<Record<string, unknown> | null> | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SourceStatesTable {
  source: string;
  credential: Generated<string>;
  last_request_at: Date | null;
  last_success_at: Date | null;
  cooldown_until: Date | null;
  cooldown_reason: string | null;
  cooldown_step: Generated<number>;
  cooldown_entered_at: Date | null;
  blocked_in_a_row: Generated<number>;
  unreachable_in_a_row: Generated<number>;
  blocked_until: Date | null;
  next_request_at: Date | null;
  told_interval_seconds: number | null;
  told_concurrency: number | null;
  spent: Generated<number>;
  told_limit: number | null;
  resets_at: Date | null;
  refused_until: Date | null;
}

interface RunEnrichmentTable {
  publication_id: number;
  run_id: number;
}

interface SourceAnswersTable {
  source: string;
  query: string;
  records: Json<Record<string, unknown>[]>;
  asked_at: Stamp;
  expires_at: Date;
}

interface NameSearchesTable {
  query: string;
  answer: Json<Record<string, unknown>> | null;
  asked_at: Date | null;
  expires_at: Date | null;
  claimed_until: Date | null;
  claim_number: Generated<number>;
}

interface NameSearchAllowancesTable {
  user_id: number;
  spent_until: Date;
}

export type PdfStatus = 'queued' | 'running' | 'resolved' | 'failed';

interface PublicationMetadataTable {
  publication_id: number;
  source: string;
  record_id: string | null;
  fetched_at: Date;
  abstract: string | null;
  authors: Json<Record<string, unknown>[]>;
  has_all_authors: boolean;
  referenced_works: string[] | null;
  is_retracted: boolean | null;
  relations: Json<Record<string, unknown>[]> | null;
  updates: Json<Record<string, unknown>[]> | null;
  citation_count: number | null;
}

interface EnrichmentTable {
  publication_id: number;
  source: string | null;
  due_at: Stamp;
  priority: Generated<number>;
  step_number: Generated<number>;
  failure_count: Generated<number>;
  progress: ColumnType<Record<string, unknown>, string | undefined, string>;
  user_id: number | null;
  ignores_answers_before: Date | null;
  opened_at: Stamp;
  status: Generated<PdfStatus>;
  pdf_url: string | null;
  version: 'published' | 'accepted' | 'submitted' | null;
  license: string | null;
  last_source: string | null;
  attempt_count: Generated<number>;
  auto_retry_count: Generated<number>;
  failure_reason: string | null;
  failure_detail: string | null;
  candidates: ColumnType<Record<string, unknown>[], string | undefined, string>;
  requested_by_user_id: number | null;
  queued_at: Stamp;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  resolved_at: Date | null;
  updated_at: Stamp;
}

interface UserRequestSlotsTable {
  source: string;
  user_id: number;
  last_request_at: Date;
}

interface UserSafetyCountersTable {
  user_id: number;
  consecutive_blocked_runs: Generated<number>;
  consecutive_network_runs: Generated<number>;
  cooldown_entry_count: Generated<number>;
  blocked_start_count: Generated<number>;
  last_blocked_failure_count: Generated<number>;
  last_network_failure_count: Generated<number>;
  last_evaluated_run_id: number | null;
}

interface RepairJobsTable {
  id: GeneratedAlways<number>;
  job_name: string;
  requested_by: string;
  requested_by_user_id: number | null;
  dry_run: boolean;
  status: Generated<'planned' | 'running' | 'completed' | 'failed'>;
  scope: ColumnType<Record<string, unknown>, string | undefined, string>;
  summary: ColumnType<Record<string, unknown>, string | undefined, string>;
  error_text: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface AuditLogTable {
  id: GeneratedAlways<number>;
  created_at: Stamp;
  actor: string;
  actor_user_id: number | null;
  action: string;
  repair_job_id: number | null;
  user_id: number | null;
  publication_id: number | null;
  before: Json<Record<string, unknown> | null> | null;
  after: Json<Record<string, unknown> | null> | null;
}

interface DismissedDuplicatesTable {
  low_id: number;
  high_id: number;
  dismissed_by_user_id: number | null;
  created_at: Stamp;
}

interface ScholarUploadsTable {
  scholar_id: number;
  image: Buffer;
  digest: Buffer;
  created_at: Stamp;
}

interface FetchedImagesTable {
  id: GeneratedAlways<number>;
  profile_id: number | null;
  scholar_id: number | null;
  url: string;
  image: Buffer | null;
  digest: Buffer | null;
  failure_count: Generated<number>;
  asked_at: Date | null;
  due_at: Stamp;
}

/** Every table and view, as `migrations/` makes them. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  login_attempts: LoginAttemptsTable;
  setup_tokens: SetupTokensTable;
  profiles: ProfilesTable;
  publications: PublicationsTable;
  records: RecordsTable;
  listings: ListingsTable;
  merges: MergesTable;
  merge_marks: MergeMarksTable;
  publication_identifiers: PublicationIdentifiersTable;
  scholars: ScholarsTable;
  scholar_uploads: ScholarUploadsTable;
  fetched_images: FetchedImagesTable;
  scholar_listings: ScholarListingsView;
  repair_jobs: RepairJobsTable;
  audit_log: AuditLogTable;
  dismissed_duplicates: DismissedDuplicatesTable;
  user_settings: UserSettingsTable;
  runs: RunsTable;
  user_publications: UserPublicationsTable;
  unread: MarksTable;
  favorites: MarksTable;
  read_batches: ReadBatchesTable;
  scholar_counts: ScholarCountsTable;
  order_changes: OrderChangesTable;
  publication_order: PublicationOrderView;
  library_entries: LibraryEntriesView;
  libraries: LibrariesTable;
  run_scholars: RunScholarsTable;
  run_events: RunEventsTable;
  queue_items: QueueItemsTable;
  source_states: SourceStatesTable;
  user_request_slots: UserRequestSlotsTable;
  run_enrichment: RunEnrichmentTable;
  source_answers: SourceAnswersTable;
  name_searches: NameSearchesTable;
  name_search_allowances: NameSearchAllowancesTable;
  enrichment: EnrichmentTable;
  publication_metadata: PublicationMetadataTable;
  user_safety_counters: UserSafetyCountersTable;
}
