/** How often the stand-ins may be asked, and how much a day. */
export interface Limits {
  /** Credits a day of OpenAlex for those without a key, and for each key. */
  readonly openAlexCredits: number;
  readonly openAlexKeyCredits: number;
  /** Requests a second to OpenAlex. */
  readonly openAlexRate: number;
  /** Requests a second to Crossref, by id and by search, for who names an address; others get half and a third of it. */
  readonly crossrefRate: number;
  readonly crossrefSearchRate: number;
  /** Between two requests to arXiv. */
  readonly arxivSeconds: number;
  /** Requests a second and a minute to Europe PMC. */
  readonly europePmcRate: number;
  readonly europePmcPerMinute: number;
  /** Whether who goes beyond is refused. */
  readonly areEnforced: boolean;
}

/** As the real sources have them in 2026. */
export const realLimits: Limits = {
  openAlexCredits: 1_000,
  openAlexKeyCredits: 10_000,
  openAlexRate: 100,
  crossrefRate: 10,
  crossrefSearchRate: 3,
  arxivSeconds: 3,
  europePmcRate: 10,
  europePmcPerMinute: 500,
  areEnforced: true,
};

/** So wide that a client which obeys what it is told never waits. */
export const wideLimits: Limits = {
  ...realLimits,
  openAlexCredits: 100_000_000,
  openAlexKeyCredits: 100_000_000,
  crossrefRate: 10_000,
  crossrefSearchRate: 10_000,
  areEnforced: false,
};

/** `true`: the real ones; an object: the real ones but for these; else none. */
export function limitsFrom(option: boolean | Partial<Limits> | undefined): Limits {
  if (option === undefined || option === false) return wideLimits;
  return option === true ? realLimits : { ...realLimits, ...option };
}
