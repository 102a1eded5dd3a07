// Generated from the migrated schema by test/ops/table-types.test.ts.

import type { DefaultedJson, DisplayIdentifier, Outcome, PdfStatus, RunStatus, ScholarState, StoredJson } from "./column-values.ts";
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Accounts {
  first_listed_at: Date;
  publication_id: number;
  scholar_id: number;
  user_id: number;
}

export interface ApiTokens {
  created_at: Generated<Date>;
  expires_at: Date | null;
  id: Generated<number>;
  last_used_at: Date | null;
  name: string;
  scope: "read" | "write" | "admin";
  token_hash: Buffer;
  user_id: number;
}

export interface AuditLog {
  action: string;
  actor: string;
  actor_user_id: number | null;
  after: StoredJson<Record<string, unknown> | null> | null;
  before: StoredJson<Record<string, unknown> | null> | null;
  created_at: Generated<Date>;
  id: Generated<number>;
  publication_id: number | null;
  repair_job_id: number | null;
  user_id: number | null;
}

export interface AuthorIdDecisions {
  decided_at: Generated<Date>;
  decision: string;
  profile_id: number;
  source: string;
  source_id: string;
  user_id: number;
}

export interface AuthorIds {
  listed_count: number;
  name: string;
  profile_id: number;
  publication_count: number;
  source: string;
  source_id: string;
}

export interface BackgroundWork {
  claim_number: number;
  claimed_until: Date;
  clock_at: Date | null;
  due_at: Date;
  name: string;
}

export interface BackupResults {
  bytes: number | null;
  file: string | null;
  finished_at: Date;
  outcome: string;
  reason: string | null;
  started_at: Date;
}

export interface Channels {
  claim_number: Generated<number>;
  claimed_until: Generated<Date>;
  confirmed_at: Date | null;
  created_at: Generated<Date>;
  failure_count: Generated<number>;
  filter: Json;
  id: Generated<number>;
  kind: string;
  last_day: string | null;
  name: string;
  next_at: Date | null;
  origin: string;
  pause_reason: string | null;
  paused_at: Date | null;
  retry_at: Generated<Date>;
  schedule: Json;
  shown_target: string;
  target: Buffer;
  told_number: number;
  user_id: number;
}

export interface CiteKeys {
  key: string;
  number: number;
  publication_id: number;
  stem: string;
  user_id: number;
}

export interface ConfirmationMails {
  address_key: Buffer;
  id: Generated<number>;
  sent_at: Generated<Date>;
  user_id: number;
}

export interface Deliveries {
  attempt_count: Generated<number>;
  channel_id: number;
  created_at: Generated<Date>;
  due_at: Generated<Date>;
  ended_at: Date | null;
  error: string | null;
  event_ids: ArrayType<number>;
  id: Generated<number>;
  is_test: Generated<boolean>;
  message_id: Generated<string>;
  publication_ids: ArrayType<number>;
  status: Generated<string>;
}

export interface DismissedDuplicates {
  created_at: Generated<Date>;
  dismissed_by_user_id: number | null;
  high_id: number;
  low_id: number;
}

export interface Enrichment {
  attempt_count: Generated<number>;
  auto_retry_count: Generated<number>;
  candidates: DefaultedJson<Record<string, unknown>[]>;
  due_at: Generated<Date>;
  failure_count: Generated<number>;
  failure_detail: string | null;
  failure_reason: string | null;
  ignores_answers_before: Date | null;
  last_attempt_at: Date | null;
  last_source: string | null;
  license: string | null;
  next_attempt_at: Date | null;
  opened_at: Generated<Date>;
  pdf_url: string | null;
  priority: Generated<number>;
  progress: DefaultedJson<Record<string, unknown>>;
  publication_id: number;
  queued_at: Generated<Date>;
  requested_by_user_id: number | null;
  resolved_at: Date | null;
  source: string | null;
  status: Generated<PdfStatus>;
  step_number: Generated<number>;
  updated_at: Generated<Date>;
  user_id: number | null;
  version: "published" | "accepted" | "submitted" | null;
}

export interface EntryWords {
  entry_number: number;
  first_seen_at: Date;
  publication_id: number;
  scholar_ids: ArrayType<number>;
  user_id: number;
  words: string;
}

export interface EventNumbers {
  is_only: Generated<boolean>;
  last_number: Generated<number>;
}

export interface Events {
  data: Generated<Json>;
  id: Generated<number>;
  kind: string;
  number: number | null;
  occurred_at: Generated<Date>;
  publication_ids: Generated<ArrayType<number>>;
  scholar_id: number | null;
  uid: Generated<string>;
  user_id: number | null;
}

export interface Favorites {
  entry_number: number;
  first_seen_at: Date;
  publication_id: number;
  rule_ids: ArrayType<number> | null;
  scholar_ids: ArrayType<number>;
  user_id: number;
}

export interface Feeds {
  created_at: Generated<Date>;
  id: Generated<number>;
  last_read_at: Date | null;
  name: string;
  scholar_id: number | null;
  scope: string;
  secret: Buffer;
  secret_hash: Buffer;
  user_id: number;
  view_id: number | null;
}

export interface FetchedImages {
  asked_at: Date | null;
  digest: Buffer | null;
  due_at: Generated<Date>;
  failure_count: Generated<number>;
  id: Generated<number>;
  image: Buffer | null;
  profile_id: number | null;
  scholar_id: number | null;
  url: string;
}

export interface JoinedScholars {
  id: Generated<number>;
  joined: Json;
  joined_at: Generated<Date>;
  profile_ids: ArrayType<number>;
  scholar_id: number;
  user_id: number;
}

export interface Libraries {
  entry_count: Generated<number>;
  favorite_count: Generated<number>;
  has_words: Generated<boolean>;
  last_entry_number: Generated<number>;
  last_read_number: Generated<number>;
  uid: Generated<string>;
  unread_count: Generated<number>;
  user_id: number;
}

export interface LibraryEntries {
  entry_number: number;
  first_number: number;
  first_scholar_id: number | null;
  first_seen_at: Date;
  first_seen_run_id: number | null;
  is_favorite: boolean;
  is_hidden: boolean;
  is_read: boolean;
  publication_id: number;
  scholar_ids: ArrayType<number>;
  tag_ids: ArrayType<number>;
  user_id: number;
}

export interface LibraryWords {
  entry_number: number;
  first_seen_at: Date;
  publication_id: number;
  scholar_ids: ArrayType<number>;
  user_id: number;
  words: string;
}

export interface Listings {
  first_listed_at: Generated<Date>;
  number: number | null;
  owner_user_id: number | null;
  profile_id: number;
  publication_id: number;
  record_id: number;
  removed_at: Date | null;
  seen_crawl: Generated<number>;
}

export interface LoginAttempts {
  address: string;
  attempted_at: Generated<Date>;
  email_key: string;
  has_failed: Generated<boolean>;
  id: Generated<number>;
}

export interface Merges {
  created_at: Generated<Date>;
  id: Generated<number>;
  job_id: number | null;
  merged_id: number;
  target_id: number;
  undone_at: Date | null;
}

export interface NameSearches {
  answer: StoredJson<Record<string, unknown>>;
  asked_at: Date;
  expires_at: Date;
  query: string;
}

export interface Notes {
  created_at: Generated<Date>;
  id: string;
  publication_id: number;
  revision: Generated<number>;
  text: string;
  updated_at: Generated<Date>;
  user_id: number;
  words: string;
}

export interface NoticeLists {
  notice_count: number | null;
  problem: string | null;
  source: string;
  tried_at: Date;
}

export interface Notices {
  doi: string;
  is_of_preprint: boolean;
  nature: string;
  notice_doi: string | null;
  noticed_on: Timestamp | null;
  reasons: Generated<string[]>;
  source: string;
  source_id: string;
}

export interface OrderChanges {
  copied_before: string | null;
  id: Generated<number>;
  publication_id: number;
}

export interface ProfileLinks {
  profile_id: number;
  source: string;
  source_id: string;
}

export interface Profiles {
  affiliation: string | null;
  author_ids_counted_at: Date | null;
  crawl_number: Generated<number>;
  crawled_at: Date | null;
  created_at: Generated<Date>;
  display_name: string | null;
  fully_crawled_at: Date | null;
  gone_at: Date | null;
  id: Generated<number>;
  image_url: string | null;
  last_listing_number: Generated<number>;
  last_response_at: Date | null;
  rows_missed_since: Date | null;
  settled_listing: number | null;
  signin_responses: Generated<number>;
  source: string;
  source_id: string;
  top_digest: Buffer | null;
  top_listing: number | null;
  work_count: number | null;
}

export interface PublicationIdentifiers {
  confidence: number;
  created_at: Generated<Date>;
  evidence_url: string | null;
  is_contradicted: Generated<boolean>;
  kind: string;
  publication_id: number;
  source: string;
  value: string;
}

export interface PublicationMetadata {
  abstract: string | null;
  authors: StoredJson<Record<string, unknown>[]>;
  biblio: Json | null;
  citation_count: number | null;
  fetched_at: Date;
  has_all_authors: boolean;
  is_retracted: boolean | null;
  publication_id: number;
  published_on: string | null;
  record_id: string | null;
  referenced_works: string[] | null;
  relations: StoredJson<Record<string, unknown>[]> | null;
  source: string;
  version_number: number | null;
}

export interface PublicationOrder {
  citations: number;
  pdf_rank: number;
  publication_id: number;
  title_prefix: string;
  year: number | null;
}

export interface Publications {
  author_text: string | null;
  canonical_id: number;
  citation_count: Generated<number>;
  created_at: Generated<Date>;
  display_identifier: StoredJson<DisplayIdentifier | null> | null;
  doi: string | null;
  id: Generated<number>;
  merged_into: number | null;
  owner_user_id: number | null;
  pair_keys: Generated<number[] | null>;
  pub_url: string | null;
  search_vector: string;
  stage: Generated<string>;
  title: string;
  title_key: string;
  updated_at: Generated<Date>;
  venue_text: string | null;
  year: number | null;
}

export interface PublicationTags {
  created_at: Generated<Date>;
  publication_id: number;
  rule_ids: ArrayType<number> | null;
  tag_id: number;
  user_id: number;
}

export interface PublicListChoices {
  list_id: number;
  place: number | null;
  publication_id: number;
}

export interface PublicLists {
  created_at: Generated<Date>;
  id: Generated<number>;
  name: string;
  options: Json;
  scholar_id: number | null;
  scope: string;
  slug: string;
  tag_id: number | null;
  user_id: number;
  view_id: number | null;
}

export interface PublishedPreprints {
  publication_id: number;
  published_at: Generated<Date>;
  user_id: number;
}

export interface QueueItems {
  attempt_count: Generated<number>;
  claim_number: Generated<number>;
  claimed_until: Date | null;
  crawl_number: number | null;
  crawl_started_at: Date | null;
  created_at: Generated<Date>;
  dropped_reason: string | null;
  id: Generated<number>;
  known_listing: number | null;
  last_error: string | null;
  last_run_id: number | null;
  lost_count: Generated<number>;
  made_by_run_id: number | null;
  next_attempt_at: Generated<Date>;
  pages_this_attempt: Generated<number>;
  profile_id: number;
  quick_retry_count: Generated<number>;
  reason: string;
  resume_row: Generated<number>;
  run_id: number | null;
  scholar_id: number;
  source: string;
  status: Generated<"queued" | "retrying" | "dropped">;
  updated_at: Generated<Date>;
  user_id: number;
  verify_profile_id: number | null;
}

export interface ReadBatches {
  at: Generated<Date>;
  publication_ids: ArrayType<number>;
  read_number: number;
  user_id: number;
}

export interface ReadingBases {
  id: Generated<number>;
  parts: string[];
  signals: StoredJson<Record<string, unknown>[]>;
  used_at: Generated<Date>;
  user_id: number;
}

export interface ReadingMarks {
  mark: "more" | "less";
  marked_at: Generated<Date>;
  publication_id: number;
  user_id: number;
}

export interface Records {
  author_list: Json | null;
  authors: string | null;
  biblio: Json | null;
  citations: number | null;
  cluster_key: string | null;
  created_at: Generated<Date>;
  doi: string | null;
  evidence: string[];
  id: Generated<number>;
  key: string;
  owner_user_id: number | null;
  pdf_url: string | null;
  publication_id: number;
  removed_at: Date | null;
  source: string;
  stated_at: Date | null;
  title: string;
  url: string | null;
  venue: string | null;
  year: number | null;
}

export interface RejectedPublications {
  profile_id: number;
  publication_id: number;
  rejected_at: Generated<Date>;
  user_id: number;
}

export interface RepairJobs {
  created_at: Generated<Date>;
  dry_run: boolean;
  error_text: string | null;
  finished_at: Date | null;
  id: Generated<number>;
  job_name: string;
  requested_by: string;
  requested_by_user_id: number | null;
  scope: DefaultedJson<Record<string, unknown>>;
  started_at: Date | null;
  status: Generated<"planned" | "running" | "completed" | "failed">;
  summary: DefaultedJson<Record<string, unknown>>;
  undone_at: Date | null;
  updated_at: Generated<Date>;
}

export interface RuleCandidates {
  arrived_at: Generated<Date>;
  entry_number: number;
  is_due: Generated<boolean>;
  publication_id: number;
  user_id: number;
}

export interface RuleEffects {
  acted_at: Generated<Date>;
  marked_read: boolean;
  publication_id: number;
  rule_id: number;
  user_id: number;
}

export interface Rules {
  after_entry_number: number;
  created_at: Date;
  id: number;
  is_enabled: boolean;
  mark_favorite: boolean;
  mark_read: boolean;
  name: string;
  name_key: string;
  search: string;
  tag_ids: ArrayType<number>;
  user_id: number;
}

export interface RunEnrichment {
  publication_id: number;
  run_id: number;
}

export interface RunEvents {
  created_at: Generated<Date>;
  data: StoredJson<Record<string, unknown>>;
  kind: string;
  number: number;
  run_id: number;
}

export interface RunResults {
  is_excluded: boolean;
  is_visited: boolean;
  outcome: string;
  run_id: number;
  scholar_id: number;
}

export interface Runs {
  end_dt: Date | null;
  failed_count: Generated<number>;
  finished_count: Generated<number>;
  id: Generated<number>;
  idempotency_key: string | null;
  last_event_number: Generated<number>;
  new_publication_count: Generated<number>;
  partial_count: Generated<number>;
  scholar_count: Generated<number>;
  start_dt: Generated<Date>;
  status: RunStatus;
  succeeded_count: Generated<number>;
  trigger_type: "manual" | "scheduled";
  user_id: number;
  visited_count: Generated<number>;
}

export interface RunScholars {
  attempt_count: Generated<number>;
  continuation_cleared: Generated<boolean>;
  continuation_cstart: number | null;
  continuation_enqueued: Generated<boolean>;
  debug: StoredJson<Record<string, unknown> | null> | null;
  error: string | null;
  id: Generated<number>;
  is_exhausted: Generated<boolean>;
  is_visited: Generated<boolean>;
  new_publication_count: Generated<number>;
  outcome: Generated<Outcome>;
  profile_id: number;
  publication_count: Generated<number>;
  run_id: number;
  scholar_id: number;
  start_cstart: Generated<number>;
  state: ScholarState | null;
  state_reason: string | null;
  warnings: DefaultedJson<string[]>;
}

export interface SavedViews {
  id: number;
  layout: string;
  name: string;
  name_key: string;
  parameters: Json;
  place: number;
  user_id: number;
}

export interface ScholarCounts {
  publication_count: Generated<number>;
  scholar_id: number;
  unread_count: Generated<number>;
}

export interface ScholarDecisions {
  decision: string;
  scholar_id: number;
  source: string;
  source_id: string;
}

export interface ScholarListings {
  first_listed_at: Date;
  is_processed: boolean;
  number: number | null;
  profile_id: number;
  publication_id: number;
  removed_at: Date | null;
  scholar_id: number;
  user_id: number;
}

export interface ScholarProfiles {
  baseline_completed: Generated<boolean>;
  confirmed_at: Generated<Date>;
  processed_listing: Generated<number>;
  profile_id: number;
  scholar_id: number;
  tells_news: Generated<boolean>;
  user_id: number;
}

export interface ScholarRejections {
  publication_id: number;
  scholar_id: number;
  user_id: number;
}

export interface Scholars {
  created_at: Generated<Date>;
  id: Generated<number>;
  image_override_url: string | null;
  imported_name: string | null;
  is_enabled: Generated<boolean>;
  profile_id: number;
  unread_past: Generated<string>;
  user_id: number;
}

export interface ScholarUploads {
  created_at: Generated<Date>;
  digest: Buffer;
  image: Buffer;
  scholar_id: number;
}

export interface SeenNotices {
  acknowledged_at: Date | null;
  doi: string;
  nature: string;
  user_id: number;
}

export interface Sessions {
  client_address: string | null;
  confirmed_at: Generated<Date | null>;
  created_at: Generated<Date>;
  id: Generated<number>;
  token_hash: Buffer;
  touched_at: Generated<Date>;
  user_agent: string | null;
  user_id: number;
}

export interface SetupTokens {
  created_at: Generated<Date>;
  token_hash: Buffer;
}

export interface ShownMembers {
  canonical_id: number;
  publication_id: number;
}

export interface SingleReads {
  publication_id: number;
  read_at: Generated<Date>;
  user_id: number;
}

export interface SourceResponses {
  asked_at: Generated<Date>;
  expires_at: Date;
  query: string;
  records: StoredJson<Record<string, unknown>[]>;
  source: string;
}

export interface SourceStates {
  advertised_concurrency: number | null;
  advertised_interval_seconds: number | null;
  advertised_limit: number | null;
  blocked_in_a_row: Generated<number>;
  blocked_until: Date | null;
  cooldown_entered_at: Date | null;
  cooldown_reason: string | null;
  cooldown_response: string | null;
  cooldown_step: Generated<number>;
  cooldown_until: Date | null;
  credential: Generated<string>;
  last_request_at: Date | null;
  last_success_at: Date | null;
  next_request_at: Date | null;
  refused_until: Date | null;
  resets_at: Date | null;
  source: string;
  spent: Generated<number>;
  unreachable_in_a_row: Generated<number>;
}

export interface StoredRules {
  after_entry_number: number;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  id: Generated<number>;
  is_enabled: boolean;
  mark_favorite: boolean;
  mark_read: boolean;
  name: string;
  name_key: string;
  search: string;
  tag_ids: Generated<ArrayType<number>>;
  user_id: number;
}

export interface StoredTags {
  color: string;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  id: Generated<number>;
  name: string;
  name_key: string;
  user_id: number;
}

export interface StoredViews {
  deleted_at: Date | null;
  id: Generated<number>;
  layout: string;
  name: string;
  name_key: string;
  parameters: Json;
  place: number;
  user_id: number;
}

export interface Tags {
  color: string;
  created_at: Date;
  id: number;
  name: string;
  name_key: string;
  user_id: number;
}

export interface ToldPublications {
  channel_id: number;
  event_kind: string;
  publication_id: number;
}

export interface Unread {
  entry_number: number;
  first_seen_at: Date;
  publication_id: number;
  scholar_ids: ArrayType<number>;
  user_id: number;
}

export interface UserPublications {
  citations: Generated<number>;
  entry_number: number;
  first_number: number | null;
  first_scholar_id: number | null;
  first_seen_at: Date;
  first_seen_run_id: number | null;
  hidden_as: "read" | "unread" | null;
  hidden_favorite: ArrayType<number> | null;
  pdf_rank: Generated<number>;
  publication_id: number;
  scholar_ids: Generated<ArrayType<number>>;
  title_prefix: Generated<string>;
  user_id: number;
  year: number | null;
}

export interface UserRequestSlots {
  last_request_at: Date;
  source: string;
  user_id: number;
}

export interface Users {
  created_at: Generated<Date>;
  email: string;
  email_key: string;
  id: Generated<number>;
  is_active: Generated<boolean>;
  is_admin: Generated<boolean>;
  password_hash: string;
  temporary_password_until: Date | null;
  updated_at: Generated<Date>;
}

export interface UserSafetyCounters {
  blocked_start_count: Generated<number>;
  consecutive_blocked_runs: Generated<number>;
  consecutive_network_runs: Generated<number>;
  cooldown_entry_count: Generated<number>;
  last_blocked_failure_count: Generated<number>;
  last_evaluated_run_id: number | null;
  last_network_failure_count: Generated<number>;
  user_id: number;
}

export interface UserSettings {
  auto_run_enabled: Generated<boolean>;
  crossref_api_mailto: string | null;
  crossref_api_token: Buffer | null;
  link_resolver: string | null;
  nav_visible_pages: Generated<string[]>;
  openalex_api_key: Buffer | null;
  proxy_prefix: string | null;
  reading_order_parts: Generated<string[]>;
  request_delay_seconds: Generated<number>;
  run_interval_minutes: Generated<number>;
  start_view_id: number | null;
  unpaywall_email: string | null;
  user_id: number;
}

export interface ViewCounts {
  counted_at: Generated<Date>;
  counts: Json;
  library_version: string;
  user_id: number;
}

export interface ZoteroAccounts {
  api_key: Buffer;
  libraries: Json;
  user_id: number;
  user_name: string;
  wait_until: Date | null;
}

export interface ZoteroLinks {
  collections: string[];
  digest: Buffer;
  fate: string | null;
  is_confirmed: Generated<boolean>;
  is_own: Generated<boolean>;
  item_key: string;
  library: string;
  publication_id: number;
  user_id: number;
  version: Generated<number>;
}

export interface ZoteroSyncs {
  collection_key: string;
  due_at: Date | null;
  has_collection: Generated<boolean>;
  id: Generated<number>;
  is_running: Generated<boolean>;
  library: string;
  name: string;
  pushed_at: Date | null;
  result: Json | null;
  scholar_id: number | null;
  scope: string;
  tag_id: number | null;
  user_id: number;
  version: Generated<number>;
  view_id: number | null;
}

export interface Tables {
  accounts: Accounts;
  api_tokens: ApiTokens;
  audit_log: AuditLog;
  author_id_decisions: AuthorIdDecisions;
  author_ids: AuthorIds;
  background_work: BackgroundWork;
  backup_results: BackupResults;
  channels: Channels;
  cite_keys: CiteKeys;
  confirmation_mails: ConfirmationMails;
  deliveries: Deliveries;
  dismissed_duplicates: DismissedDuplicates;
  enrichment: Enrichment;
  entry_words: EntryWords;
  event_numbers: EventNumbers;
  events: Events;
  favorites: Favorites;
  feeds: Feeds;
  fetched_images: FetchedImages;
  joined_scholars: JoinedScholars;
  libraries: Libraries;
  library_entries: LibraryEntries;
  library_words: LibraryWords;
  listings: Listings;
  login_attempts: LoginAttempts;
  merges: Merges;
  name_searches: NameSearches;
  notes: Notes;
  notice_lists: NoticeLists;
  notices: Notices;
  order_changes: OrderChanges;
  profile_links: ProfileLinks;
  profiles: Profiles;
  public_list_choices: PublicListChoices;
  public_lists: PublicLists;
  publication_identifiers: PublicationIdentifiers;
  publication_metadata: PublicationMetadata;
  publication_order: PublicationOrder;
  publication_tags: PublicationTags;
  publications: Publications;
  published_preprints: PublishedPreprints;
  queue_items: QueueItems;
  read_batches: ReadBatches;
  reading_bases: ReadingBases;
  reading_marks: ReadingMarks;
  records: Records;
  rejected_publications: RejectedPublications;
  repair_jobs: RepairJobs;
  rule_candidates: RuleCandidates;
  rule_effects: RuleEffects;
  rules: Rules;
  run_enrichment: RunEnrichment;
  run_events: RunEvents;
  run_results: RunResults;
  run_scholars: RunScholars;
  runs: Runs;
  saved_views: SavedViews;
  scholar_counts: ScholarCounts;
  scholar_decisions: ScholarDecisions;
  scholar_listings: ScholarListings;
  scholar_profiles: ScholarProfiles;
  scholar_rejections: ScholarRejections;
  scholar_uploads: ScholarUploads;
  scholars: Scholars;
  seen_notices: SeenNotices;
  sessions: Sessions;
  setup_tokens: SetupTokens;
  shown_members: ShownMembers;
  single_reads: SingleReads;
  source_responses: SourceResponses;
  source_states: SourceStates;
  stored_rules: StoredRules;
  stored_tags: StoredTags;
  stored_views: StoredViews;
  tags: Tags;
  told_publications: ToldPublications;
  unread: Unread;
  user_publications: UserPublications;
  user_request_slots: UserRequestSlots;
  user_safety_counters: UserSafetyCounters;
  user_settings: UserSettings;
  users: Users;
  view_counts: ViewCounts;
  zotero_accounts: ZoteroAccounts;
  zotero_links: ZoteroLinks;
  zotero_syncs: ZoteroSyncs;
}
