import { API_SOURCES } from '../../src/platform/sources-config.ts';

/** Settings that enable or disable the other sources. By default no server listens at `baseUrl`. */
export function otherSources(isEnabled: boolean, baseUrl = 'http://127.0.0.1:9'): Record<string, string> {
  const settings = Object.fromEntries(
    API_SOURCES.map((source) => source.toUpperCase()).flatMap((source) => [
      [`${source}_ENABLED`, isEnabled ? '1' : '0'],
      [`${source}_BASE_URL`, source === 'UNPAYWALL' ? `${baseUrl}/v2` : baseUrl],
      [`${source}_MIN_INTERVAL_SECONDS`, '0'],
    ]),
  );
  return { ...settings, RETRACTION_WATCH_ENABLED: '0', ZOTERO_URL: `${baseUrl}/zotero` };
}
