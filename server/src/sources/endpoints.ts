import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { describeProfiles, describeSources, type SourceDescription } from './describe-sources.ts';
import { countProfiles, listSourceFacts, type ProfileCounts } from './source-facts-store.ts';

export const listSources = endpoint({
  summary: 'List the sources with their state, cooldown, budget and last response',
  description: 'Shows why a source gets no requests, and when it will.',
  response: contract.Sources,
  errors: ['forbidden'],
  async handle({ db, config }) {
    const counts = new Map((await countProfiles(db)).map((one) => [one.source, one]));
    const sources = describeSources(config, await listSourceFacts(db));
    return { sources: sources.map((one) => present(one, counts.get(one.source))) };
  },
});

function present(description: SourceDescription, counts: ProfileCounts | undefined) {
  const { source, enabled, state, min_interval_seconds, ...facts } = description;
  const isPaused = facts.cooldown_seconds > 0;
  return {
    source,
    enabled,
    state,
    min_interval_seconds,
    last_request_at: facts.last_request_at,
    last_request_dt: facts.last_request_at,
    last_success_at: facts.last_success_at,
    last_success_dt: facts.last_success_at,
    next_request_at: facts.next_request_at,
    next_request_dt: facts.next_request_at,
    consecutive_blocked: facts.blocked_in_a_row,
    consecutive_unreachable: facts.unreachable_in_a_row,
    cooldown_active: isPaused,
    cooldown_reason: isPaused ? facts.cooldown_reason : null,
    cooldown_response: isPaused ? facts.cooldown_response : null,
    cooldown_until: isPaused ? facts.cooldown_until : null,
    cooldown_remaining_seconds: Math.ceil(facts.cooldown_seconds),
    budget:
      facts.budget_limit === null
        ? null
        : {
            spent: facts.spent ?? 0,
            limit: facts.budget_limit,
            resets_at: facts.resets_at,
            resets_dt: facts.resets_at,
          },
    key_refused_until: facts.refused_until,
    own_keys: { used_today: facts.own_key_count, refused: facts.refused_key_count },
    profiles: counts === undefined ? null : describeProfiles(description, counts),
  };
}
