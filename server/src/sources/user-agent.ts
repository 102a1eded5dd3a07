import type { Config } from '../platform/config.ts';
import { VERSION } from '../platform/version.ts';

/** Who asks, and where a source can write to us. */
export function userAgentOf({ contact }: Pick<Config, 'contact'>): string {
  return `Lectern/${VERSION} (publication tracker${contact ? `; mailto:${contact}` : ''})`;
}
