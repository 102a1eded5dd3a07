import { exampleSafetyState } from '../safety/examples.ts';
import type { Settings } from './contract.ts';

const settings: Settings = {
  auto_run_enabled: true,
  run_interval_minutes: 1440,
  request_delay_seconds: 10,
  nav_visible_pages: ['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'],
  openalex_api_key: '••••4f2a',
  crossref_api_token: null,
  crossref_api_mailto: 'ada@lectern.example',
  unpaywall_email: null,
  policy: {
    min_run_interval_minutes: 15,
    min_request_delay_seconds: 2,
    automation_allowed: true,
    manual_run_allowed: true,
    blocked_failure_threshold: 1,
    network_failure_threshold: 2,
    cooldown_blocked_seconds: 1800,
    cooldown_network_seconds: 900,
  },
  safety_state: exampleSafetyState,
};

/** What the settings look like; the endpoints show them. */
export const examples = {
  show: { answer: settings },
  save: { body: { auto_run_enabled: true, crossref_api_mailto: 'ada@lectern.example' }, answer: settings },
};
