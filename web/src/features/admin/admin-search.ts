export const PDF_STATES = ['queued', 'running', 'failed', 'resolved', 'untracked'] as const;
export type PdfState = (typeof PDF_STATES)[number];

/** Search parameters of the admin pages. A missing one has its default. */
export interface LibrarySearch {
  /** lists earlier repairs too */
  readonly jobs?: 'all';
}

export interface DuplicatesSearch extends LibrarySearch {
  /** minimum probability in percent that two publications are the same */
  readonly certainty?: number;
  /** maximum difference in years */
  readonly years?: number;
}

export interface PdfSearch {
  readonly status?: PdfState;
  readonly page?: number;
}

export const AUDIT_KINDS = ['changes', 'sign_ins'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export interface AuditSearch {
  /** only these entries; all by default */
  readonly kind?: AuditKind;
  readonly repair?: number;
  readonly publication?: number;
  readonly page?: number;
}

type RawSearch = Record<string, unknown>;

export function readLibrarySearch({ jobs }: RawSearch): LibrarySearch {
  return jobs === 'all' ? { jobs } : {};
}

export function readDuplicatesSearch({ jobs, certainty, years }: RawSearch): DuplicatesSearch {
  return {
    ...readLibrarySearch({ jobs }),
    ...whole('certainty', certainty, 10, 100),
    ...whole('years', years, 0, 100),
  };
}

export function readPdfSearch({ status, page }: RawSearch): PdfSearch {
  const known = PDF_STATES.find((state) => state === status);
  return { ...(known ? { status: known } : {}), ...whole('page', page, 2) };
}

export function readAuditSearch({ kind, repair, publication, page }: RawSearch): AuditSearch {
  const known = AUDIT_KINDS.find((one) => one === kind);
  return {
    ...(known ? { kind: known } : {}),
    ...whole('repair', repair, 1),
    ...whole('publication', publication, 1),
    ...whole('page', page, 2),
  };
}

/** An object with the parameter if it is an integer in the range, otherwise an empty object. */
function whole<Name extends string>(
  name: Name,
  value: unknown,
  min: number,
  max = 1_000_000_000,
): { [Key in Name]?: number } {
  const isValid = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return isValid ? ({ [name]: value } as { [Key in Name]?: number }) : {};
}
