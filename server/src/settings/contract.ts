import Type, { type Static } from 'typebox';
import { example, Id, NullableInteger, NullableString, named, oneOf, strict } from '../platform/http/shapes.ts';
import { PARTS } from '../reading-order/parts.ts';
import { exampleSafetyState, SafetyState } from '../sources/safety-contract.ts';

/** The pages that a user may show in the navigation, in their order. */
export const PAGES = ['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'] as const;

const own = {
  auto_run_enabled: Type.Boolean(),
  run_interval_minutes: Type.Integer(),
  request_delay_seconds: Type.Number(),
  nav_visible_pages: Type.Array(oneOf(PAGES), { uniqueItems: true }),
  /** the parts of the reading order that are on */
  reading_order_parts: Type.Array(oneOf(PARTS), { uniqueItems: true }),
  /** the saved view that the web application opens with; null: Today */
  start_view_id: NullableInteger,
  openalex_api_key: NullableString,
  crossref_api_token: NullableString,
  crossref_api_mailto: NullableString,
  unpaywall_email: NullableString,
  /** where a paper without an open PDF can be got (OpenURL 1.0, EZproxy); null: what the policy says */
  link_resolver: NullableString,
  proxy_prefix: NullableString,
};

export const Settings = named(
  'Settings',
  example(
    Type.Object({
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
        link_resolver: NullableString,
        proxy_prefix: NullableString,
      }),
      safety_state: SafetyState,
    }),
    {
      auto_run_enabled: true,
      run_interval_minutes: 1440,
      request_delay_seconds: 10,
      nav_visible_pages: [...PAGES],
      reading_order_parts: [...PARTS],
      start_view_id: null,
      openalex_api_key: '••••4f2a',
      crossref_api_token: null,
      crossref_api_mailto: 'ada@lectern.example',
      unpaywall_email: null,
      link_resolver: null,
      proxy_prefix: null,
      policy: {
        min_run_interval_minutes: 15,
        min_request_delay_seconds: 2,
        automation_allowed: true,
        manual_run_allowed: true,
        blocked_failure_threshold: 1,
        network_failure_threshold: 2,
        cooldown_blocked_seconds: 1800,
        cooldown_network_seconds: 900,
        link_resolver: 'https://resolver.example.org/openurl',
        proxy_prefix: null,
      },
      safety_state: exampleSafetyState,
    },
  ),
);
export type Settings = Static<typeof Settings>;

export const SettingsChange = named(
  'SettingsChange',
  example(
    strict({
      auto_run_enabled: Type.Optional(own.auto_run_enabled),
      run_interval_minutes: Type.Optional(own.run_interval_minutes),
      request_delay_seconds: Type.Optional(own.request_delay_seconds),
      nav_visible_pages: Type.Optional(own.nav_visible_pages),
      reading_order_parts: Type.Optional(own.reading_order_parts),
      start_view_id: Type.Optional(Type.Union([Id, Type.Null()])),
      openalex_api_key: Type.Optional(own.openalex_api_key),
      crossref_api_token: Type.Optional(own.crossref_api_token),
      crossref_api_mailto: Type.Optional(own.crossref_api_mailto),
      unpaywall_email: Type.Optional(own.unpaywall_email),
      link_resolver: Type.Optional(own.link_resolver),
      proxy_prefix: Type.Optional(own.proxy_prefix),
    }),
    { auto_run_enabled: true, crossref_api_mailto: 'ada@lectern.example' },
  ),
);
export type SettingsChange = Static<typeof SettingsChange>;
