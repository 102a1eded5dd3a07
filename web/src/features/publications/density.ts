import { readChoice, useCookieChoice } from '../../ui/use-cookie-choice.ts';

/** What a row shows: the title with its authors, or two lines of the abstract as well. */
export type Density = 'titles' | 'abstracts';

export const DENSITIES: [Density, ...Density[]] = ['titles', 'abstracts'];
const DENSITY = { cookie: 'density', choices: DENSITIES };

/** The density in a text of cookies. */
export function readDensity(cookies: string): Density {
  return readChoice(DENSITY, cookies);
}

/** The density that the user chose in this browser, and a function that changes it. */
export function useDensity(): [Density, (next: Density) => void] {
  return useCookieChoice(DENSITY);
}
