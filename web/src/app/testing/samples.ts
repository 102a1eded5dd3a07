import type { Channel, Delivery, Publication, PublicationPage, RunList, Session, Settings } from '../../api/shapes.ts';

const SAFETY_STATE: RunList['safety_state'] = {
  cooldown_active: false,
  cooldown_reason: null,
  cooldown_reason_label: null,
  cooldown_until: null,
  cooldown_remaining_seconds: 0,
  recommended_action: null,
  counters: {
    consecutive_blocked_runs: 0,
    consecutive_network_runs: 0,
    cooldown_entry_count: 0,
    blocked_start_count: 0,
    last_blocked_failure_count: 0,
    last_network_failure_count: 0,
    last_evaluated_run_id: null,
  },
};
const ONE_PAGE = { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 0 };

export const SESSION: Session = {
  authenticated: true,
  csrf_token: 'token',
  user: { id: 1, email: 'ada@lectern.example', is_admin: false, is_active: true },
  password_change_required: false,
};

/** A channel that sends mail every day, with some parts replaced. */
export function channelOf(parts: Partial<Channel>): Channel {
  return {
    id: 1,
    kind: 'mail',
    name: 'Mail',
    shown_target: 'ada@lectern.example',
    filter: { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] },
    schedule: { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'Europe/Berlin' },
    is_paused: false,
    pause_reason: null,
    last_error: null,
    last_delivered_at: null,
    next_at: null,
    is_confirmed: true,
    created_at: '2026-11-24T08:00:00.000Z',
    ...parts,
  };
}

export const DELIVERY: Delivery = {
  id: 1,
  status: 'delivered',
  is_test: false,
  event_count: 1,
  titles: ['Graph theory'],
  attempt_count: 1,
  error: null,
  created_at: '2026-11-24T08:00:00.000Z',
  ended_at: '2026-11-24T08:00:04.000Z',
  next_attempt_at: null,
};

export const RUNS: RunList = { runs: [], safety_state: SAFETY_STATE, importing_count: 0, pagination: ONE_PAGE };

export const SETTINGS: Settings = {
  auto_run_enabled: false,
  run_interval_minutes: 60,
  request_delay_seconds: 5,
  nav_visible_pages: ['publications', 'scholars', 'runs', 'settings'],
  reading_order_parts: ['people', 'words', 'venues', 'references', 'freshness'],
  start_view_id: null,
  openalex_api_key: null,
  crossref_api_token: null,
  crossref_api_mailto: null,
  unpaywall_email: null,
  policy: {
    min_run_interval_minutes: 15,
    min_request_delay_seconds: 2,
    automation_allowed: true,
    manual_run_allowed: true,
    blocked_failure_threshold: 3,
    network_failure_threshold: 3,
    cooldown_blocked_seconds: 3600,
    cooldown_network_seconds: 600,
  },
  safety_state: SAFETY_STATE,
};

export const EMPTY_PAGE: PublicationPage = {
  ...ONE_PAGE,
  mode: 'all',
  favorite_only: false,
  selected_scholar_profile_id: null,
  unread_count: 0,
  today_count: 0,
  favorites_count: 0,
  latest_count: 0,
  latest_unread_count: 0,
  new_count: 0,
  pagination: ONE_PAGE,
  next_cursor: null,
  snapshot: '1-1-1',
  publications: [],
};

/** Unread publications with the ids 1, 2, … and the titles "Paper 1", "Paper 2", … */
export function papers(count: number): Publication[] {
  return Array.from({ length: count }, (_, at) => ({
    publication_id: at + 1,
    scholar_profile_id: 1,
    scholar_label: 'Ada Lovelace',
    scholars: [{ scholar_profile_id: 1, label: 'Ada Lovelace' }],
    title: `Paper ${at + 1}`,
    author_text: 'A Lovelace',
    year: 2026,
    citation_count: 0,
    venue_text: null,
    pub_url: null,
    doi: null,
    display_identifier: null,
    pdf_url: null,
    pdf_status: 'untracked',
    pdf_attempt_count: 0,
    pdf_failure_reason: null,
    pdf_failure_detail: null,
    is_read: false,
    is_favorite: false,
    tags: [],
    note_count: 0,
    first_seen_at: '2026-11-24T08:00:00.000Z',
    is_new_in_latest_run: false,
  }));
}
