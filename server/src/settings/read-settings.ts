import type { Config } from '../platform/config.ts';
import { BLOCKED_FAILURE_THRESHOLD } from '../platform/constants.ts';
import type { Services } from '../platform/services.ts';
import { PARTS } from '../reading-order/parts.ts';
import { readSafetyState } from '../sources/describe-sources.ts';
import { PAGES, type Settings } from './contract.ts';
import { type KeyName, keyContext } from './own-key.ts';
import { maskKey } from './own-keys.ts';
import { floorsOf } from './save-settings.ts';
import { getSettings } from './store.ts';

/**
 * Returns a user's effective settings. A value below a minimum that the operator raised later is replaced by the
 * minimum, so that a client can send all settings back.
 */
export async function readSettings(
  { db, config, log, secrets }: Pick<Services, 'db' | 'config' | 'log' | 'secrets'>,
  userId: number,
): Promise<Settings> {
  const row = await getSettings(db, userId);
  const floors = floorsOf(config);
  const masked = (name: KeyName): string | null => {
    const encrypted = row[name];
    if (encrypted === null) return null;
    const key = secrets.decrypt(encrypted, keyContext(userId, name));
    if (key === null) {
      log.warn(
        { user_id: userId, field: name },
        'a stored key cannot be opened, because it was encrypted with another SECRETS_KEY',
      );
    }
    return maskKey(key);
  };
  return {
    auto_run_enabled: row.auto_run_enabled,
    run_interval_minutes: Math.max(row.run_interval_minutes, floors.intervalMinutes),
    request_delay_seconds: Math.max(row.request_delay_seconds, floors.delaySeconds),
    nav_visible_pages: PAGES.filter((page) => row.nav_visible_pages.includes(page)),
    reading_order_parts: PARTS.filter((part) => row.reading_order_parts.includes(part)),
    start_view_id: row.start_view_id,
    openalex_api_key: masked('openalex_api_key'),
    crossref_api_token: masked('crossref_api_token'),
    crossref_api_mailto: row.crossref_api_mailto,
    unpaywall_email: row.unpaywall_email,
    link_resolver: row.link_resolver,
    proxy_prefix: row.proxy_prefix,
    policy: policyOf(config),
    safety_state: await readSafetyState(db, userId),
  };
}

/** Returns what the operator allows. It is the same for all users. */
export function policyOf(config: Config): Settings['policy'] {
  const floors = floorsOf(config);
  return {
    min_run_interval_minutes: floors.intervalMinutes,
    min_request_delay_seconds: floors.delaySeconds,
    automation_allowed: config.automationAllowed,
    manual_run_allowed: config.manualRunsAllowed,
    blocked_failure_threshold: BLOCKED_FAILURE_THRESHOLD,
    network_failure_threshold: config.ingestion.networkFailureThreshold,
    cooldown_blocked_seconds: config.ingestion.cooldownBlockedSeconds,
    cooldown_network_seconds: config.ingestion.cooldownNetworkSeconds,
    link_resolver: config.atLibrary.linkResolver,
    proxy_prefix: config.atLibrary.proxyPrefix,
  };
}
