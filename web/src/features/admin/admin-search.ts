export const PDF_STATES = ['queued', 'running', 'failed', 'resolved', 'untracked'] as const;
export type PdfState = (typeof PDF_STATES)[number];

/** What the addresses of the administration say; what they do not say is as it is by default. */
export interface LibrarySearch {
  /** whether more than the latest repairs are listed */
  readonly jobs?: 'all';
}

export interface DuplicatesSearch extends LibrarySearch {
  /** the least probability, in hundredths, that two works are one */
  readonly sure?: number;
  /** how many years they may be apart */
  readonly years?: number;
}

export interface PdfSearch {
  readonly status?: PdfState;
  readonly page?: number;
}

export interface AuditSearch {
  readonly repair?: number;
  readonly publication?: number;
  readonly page?: number;
}

type Written = Record<string, unknown>;

export function readLibrarySearch({ jobs }: Written): LibrarySearch {
  return jobs === 'all' ? { jobs } : {};
}

export function readDuplicatesSearch({ jobs, sure, years }: Written): DuplicatesSearch {
  return { ...readLibrarySearch({ jobs }), ...whole('sure', sure, 10, 100), ...whole('years', years, 0, 100) };
}

export function readPdfSearch({ status, page }: Written): PdfSearch {
  const known = PDF_STATES.find((state) => state === status);
  return { ...(known ? { status: known } : {}), ...whole('page', page, 2) };
}

export function readAuditSearch({ repair, publication, page }: Written): AuditSearch {
  return { ...whole('repair', repair, 1), ...whole('publication', publication, 1), ...whole('page', page, 2) };
}

/** A whole number between two others, by its name; nothing for whatever else somebody wrote. */
function whole<Name extends string>(
  name: Name,
  value: unknown,
  least: number,
  most = 1_000_000_000,
): { [Key in Name]?: number } {
  const isOne = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isOne ? ({ [name]: value } as { [Key in Name]?: number }) : {};
}
