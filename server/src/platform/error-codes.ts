import Type, { type Static, type TProperties, type TSchema } from 'typebox';

/** Details that an error may have and need not have. */
function perhaps<T extends TProperties>(properties: T) {
  const schema = { ...Type.Object(properties), type: ['object', 'null'] };
  return Type.Unsafe<Static<ReturnType<typeof Type.Object<T>>> | null>(schema);
}

/** Details that another folder describes under this name in `openapi.json`. */
function component(name: string) {
  return Type.Unsafe<object>({ $ref: `#/components/schemas/${name}` });
}

const None = Type.Null();
const Text = Type.String();
const Count = Type.Integer();
const CountOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const MaxCount = Type.Object({ max_count: Count });
const RetryAfter = Type.Object({ retry_after_seconds: Count });
const QueueItem = Type.Object({ queue_item_id: Count, status: Text });
const Policy = Type.Record(Type.String(), Type.Unknown());

/** What is wrong with which value. Mistakes in a search text also have their place in it. */
const Mistake = Type.Object({
  path: Text,
  message: Text,
  position: Type.Optional(Count),
  length: Type.Optional(Count),
  suggestion: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
});
type Mistakes = readonly Static<typeof Mistake>[];
const Mistakes = Type.Unsafe<Mistakes>(Type.Array(Mistake));
const PerhapsMistakes = Type.Unsafe<Mistakes | null>({ ...Type.Array(Mistake), type: ['array', 'null'] });

/**
 * Every code that an error can have, by the kind of the error, with the schema of its details. `openapi.json` describes
 * the errors of an operation from it, and `Problem` accepts nothing else.
 */
export const ERRORS = {
  malformed: {
    bad_request: None,
    confirmation_required: Type.Object({ confirmation_text: Text }),
    invalid_cursor: None,
    invalid_idempotency_key: None,
    invalid_ids_param: Mistakes,
    invalid_json: None,
    invalid_snapshot: None,
    invalid_undo_token: None,
  },
  unauthenticated: { auth_required: None, invalid_credentials: None },
  forbidden: {
    csrf_invalid: None,
    csrf_missing: None,
    forbidden: None,
    manual_runs_disabled: Type.Object({ policy: Policy, safety_state: component('SafetyState') }),
    password_required: None,
    public_lists_disabled: None,
  },
  not_found: {
    channel_not_found: None,
    delivery_not_found: None,
    feed_not_found: None,
    list_not_found: None,
    mail_link_not_found: None,
    not_found: None,
    note_not_found: None,
    publication_not_found: None,
    queue_item_not_found: None,
    repair_job_not_found: None,
    rule_not_found: None,
    run_not_found: None,
    scholar_image_not_found: None,
    scholar_not_found: None,
    session_not_found: None,
    sync_not_found: None,
    tag_not_found: None,
    token_not_found: None,
    undo_token_not_found: None,
    user_not_found: None,
    view_not_found: None,
  },
  wrong_method: { method_not_allowed: None },
  too_slow: { request_timeout: None },
  conflict: {
    address_taken: None,
    cannot_deactivate_self: None,
    channel_not_confirmed: None,
    channel_paused: None,
    delivery_waiting: None,
    import_in_progress: None,
    last_admin: None,
    mail_not_sent: None,
    mail_not_set_up: None,
    main_profile: None,
    merge_not_undoable: None,
    merge_superseded: Type.Object({ job_ids: Type.Unsafe<readonly number[]>(Type.Array(Count)) }),
    no_signing_secret: None,
    note_changed: Type.Object({ note: component('Note') }),
    nothing_joined: None,
    nothing_to_undo: Type.Object({ updated_count: Count }),
    profile_of_another_scholar: Type.Object({ scholar_profile_id: CountOrNull }),
    public_url_missing: None,
    publications_in_use: None,
    queue_item_already_dropped: QueueItem,
    queue_item_already_queued: QueueItem,
    queue_item_not_dropped: QueueItem,
    queue_item_retrying: QueueItem,
    repair_in_progress: Type.Object({ job_id: CountOrNull }),
    rule_exists: Type.Object({ rule_id: Count }),
    run_in_progress: Type.Object({ run_id: Count }),
    run_not_cancelable: Type.Object({ run_id: Count, status: Text }),
    scholar_already_tracked: Type.Object({ scholar_id: Text, scholar_profile_id: Count }),
    tag_exists: Type.Object({ tag_id: Count }),
    target_unreadable: None,
    token_limit_reached: Type.Object({ limit: Count }),
    too_many_channels: MaxCount,
    too_many_feeds: MaxCount,
    too_many_lists: MaxCount,
    too_many_notes: MaxCount,
    too_many_rules: MaxCount,
    too_many_syncs: MaxCount,
    too_many_tags: MaxCount,
    too_many_views: MaxCount,
    undo_expired: Type.Object({ undo_minutes: Count }),
    user_exists: None,
    view_exists: Type.Object({ view_id: Count }),
    zotero_not_connected: None,
  },
  gone: { mail_link_expired: None },
  too_large: { payload_too_large: perhaps({ most_bytes: Count, most_items: Type.Optional(Count) }) },
  wrong_media_type: { unsupported_media_type: None },
  invalid: {
    invalid_current_password: None,
    invalid_import_payload: PerhapsMistakes,
    invalid_import_schema_version: PerhapsMistakes,
    invalid_password: None,
    invalid_repair_scope: Mistakes,
    invalid_scholar: Mistakes,
    invalid_scholar_image: Mistakes,
    invalid_settings: Mistakes,
    password_confirmation_mismatch: None,
    reference_not_found: Mistakes,
    validation_error: Mistakes,
  },
  too_soon: {
    rate_limited: RetryAfter,
    scrape_cooldown_active: Type.Object({ safety_state: component('SafetyState'), retry_after_seconds: Count }),
  },
  unavailable: {
    export_not_written: None,
    not_ready: RetryAfter,
    source_unavailable: RetryAfter,
    storage_full: RetryAfter,
  },
} as const satisfies Record<string, Readonly<Record<string, TSchema>>>;

type Errors = typeof ERRORS;
/** The kinds of errors. Only `platform/http` knows their status numbers. */
export type ProblemKind = keyof Errors;
export type CodeOf<K extends ProblemKind> = K extends ProblemKind ? keyof Errors[K] & string : never;
export type ErrorCode = CodeOf<ProblemKind>;
/** What an error with the code means to a program. */
export type DetailsOf<C extends ErrorCode> = {
  [K in ProblemKind]: C extends keyof Errors[K] ? (Errors[K][C] extends TSchema ? Static<Errors[K][C]> : never) : never;
}[ProblemKind];
