import type { Config } from '../platform/config.ts';
import { VERSION } from '../platform/version.ts';

/** Names the program and the operator's contact address. */
export function userAgentOf({ contact }: Pick<Config, 'contact'>): string {
  return `Lectern/${VERSION} (publication tracker${contact ? `; mailto:${contact}` : ''})`;
}
