import Type, { type Static } from 'typebox';
import { NullableString, oneOf, strict } from '../platform/http/shapes.ts';
import { SafetyState } from '../safety/contract.ts';

/** The pages that a user may have in the navigation, in the order in which they appear there. */
export const PAGES = ['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'] as const;

const own = {
  auto_run_enabled: Type.Boolean(),
  run_interval_minutes: Type.Integer(),
  request_delay_seconds: Type.Number(),
  nav_visible_pages: Type.Array(oneOf(PAGES), { uniqueItems: true }),
  openalex_api_key: NullableString,
  crossref_api_token: NullableString,
  crossref_api_mailto: NullableString,
  unpaywall_email: NullableString,
};

export const Settings = Type.Object({
  ...own,
  policy: Type.Object({
    min_run_interval_minutes: Type.Integer(),
    min_request_delay_seconds: Type.Number(),
    automation_allowed: Type.Boolean(),
    manual_run_allowed: Type.Boolean(),
    blocked_failure_threshold: Type.Integer(),
    network_failure_threshold: Type.Integer(),
    cooldown_blocked_seconds: Type.Number(),
    cooldown_network_seconds: Type.Number(),
  }),
  safety_state: SafetyState,
});
export type Settings = Static<typeof Settings>;

export const SettingsChange = strict({
  auto_run_enabled: Type.Optional(own.auto_run_enabled),
  run_interval_minutes: Type.Optional(own.run_interval_minutes),
  request_delay_seconds: Type.Optional(own.request_delay_seconds),
  nav_visible_pages: Type.Optional(own.nav_visible_pages),
  openalex_api_key: Type.Optional(own.openalex_api_key),
  crossref_api_token: Type.Optional(own.crossref_api_token),
  crossref_api_mailto: Type.Optional(own.crossref_api_mailto),
  unpaywall_email: Type.Optional(own.unpaywall_email),
});
export type SettingsChange = Static<typeof SettingsChange>;
