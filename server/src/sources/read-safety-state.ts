import type { Database } from '../platform/database/database.ts';
import type { SafetyState } from './safety-contract.ts';
import { getSafetyCounters } from './safety-store.ts';
import { type CooldownReason, GOOGLE_SCHOLAR } from './source.ts';
import { findSourceState } from './store.ts';

const WORDS: Readonly<Record<CooldownReason, { label: string; action: string }>> = {
  blocked_failure_threshold_exceeded: {
    label: 'Google Scholar refused requests',
    action: 'No action is needed. Crawls of Google Scholar continue automatically after the cooldown.',
  },
  network_failure_threshold_exceeded: {
    label: 'Google Scholar could not be reached',
    action:
      'Check that this machine can reach the internet. Crawls of Google Scholar continue automatically after the cooldown.',
  },
};

/** The cooldown of Google Scholar, which is the same for all users, and the user's own counters. */
export async function readSafetyState(db: Database, userId: number): Promise<SafetyState> {
  const state = await findSourceState(db, GOOGLE_SCHOLAR);
  const counters = await getSafetyCounters(db, userId);
  const remainingMs = state?.cooldownUntil ? state.cooldownUntil.getTime() - state.now.getTime() : 0;
  const reason = remainingMs > 0 ? (state?.cooldownReason ?? null) : null;
  return {
    cooldown_active: reason !== null,
    cooldown_reason: reason,
    cooldown_reason_label: reason && WORDS[reason].label,
    cooldown_until: reason && state ? state.cooldownUntil : null,
    cooldown_remaining_seconds: reason ? Math.ceil(remainingMs / 1000) : 0,
    recommended_action: reason && WORDS[reason].action,
    counters,
  };
}
