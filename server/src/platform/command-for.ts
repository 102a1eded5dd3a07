import { existsSync } from 'node:fs';

const isPackage = existsSync(new URL('../../../bin/lectern.js', import.meta.url));

/**
 * What a person types to run a program of this installation: `npm run ops --` in a checkout, `lectern ops` with the
 * package or the image.
 */
export function commandFor(program: 'ops' | 'migrate'): string {
  return isPackage ? `lectern ${program}` : `npm run ${program} --`;
}
