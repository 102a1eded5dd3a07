import { load } from './product.ts';

const { API_SOURCES } = await load<typeof import('../src/platform/sources-config.ts')>('platform/sources-config.js');

/** Settings that request the other sources without any delay, or not at all. */
export function otherSources(isEnabled: boolean): Record<string, string> {
  return Object.fromEntries(
    API_SOURCES.map((source) => source.toUpperCase()).flatMap((source) => [
      [`${source}_ENABLED`, isEnabled ? '1' : '0'],
      [`${source}_MIN_INTERVAL_SECONDS`, isEnabled ? '0' : ''],
    ]),
  );
}
