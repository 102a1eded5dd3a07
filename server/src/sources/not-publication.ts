/**
 * The types of what has a record but is no publication, in the words of OpenAlex
 * (https://docs.openalex.org/api-entities/works/work-object#type) and Crossref (https://api.crossref.org/types): title
 * pages and tables of contents, whole journals, reviews of a manuscript, figures and files beside an article,
 * applications for money, and pages of libraries.
 */
const TYPES: ReadonlySet<string | null> = new Set([
  ...['paratext', 'peer-review', 'supplementary-materials', 'grant', 'libguides'],
  ...['component', 'journal', 'journal-issue', 'journal-volume'],
]);

/**
 * Titles of parts of an article that have records of their own. A part has a number, and a title of its own seldom goes
 * on with "from:": "Figure 3 from: T" (Pensoft), "Table S2 from T" (figshare), "FIGURES 1–6 in T" (Plazi), "Additional
 * file 1 of T" (BMC), "MOESM2 of T" (Springer Nature), "Data_Sheet_1_T.pdf" (Frontiers), "sj-pdf-1-… – Supplemental
 * material for T" (SAGE).
 */
const PART_TITLES: readonly RegExp[] = [
  /^(?:supplement(?:ary|al)\s+)?(?:figures?|figs?\.?|tables?|plates?|maps?|videos?|movies?|appendix|data ?sheets?|materials?|files?|information)(?:\s*s?\d+(?:[-–]\d+)?[a-z]?|\s+[a-z])\s+from:/i,
  /^(?:figures?|figs?\.?|tables?|plates?|videos?)\s+s?\d+[a-z]?\s+from\b/i,
  /^(?:(?:figures?|figs?\.?|tables?|videos?)\s+s\d+[a-z]?|supplement(?:ary|al)\s+(?:figures?|figs?\.?|tables?|plates?|videos?|materials?|files?)\s+s?\d+[a-z]?)\s+(?:from|of)\b/i,
  /^FIG(?:URE|S?\.|URES)\s*\d+(?:[-–]\d+)?[A-Za-z]?\.?\s+in\s+\p{Lu}/u,
  /^(?:additional files?\s+\d+\b|moesm\d+\s+of\b|sj-[a-z]+-\d+-)/i,
  /^(?:data[ _]?sheet|table|image|video|audio|presentation|supplementary[ _]file)[ _]\d+_.+\.[a-z\d]{2,4}$/i,
];

/**
 * DOIs of parts and of reviews end in their own number: `10.3897/….figure3`, `10.1371/….g001`, `10.7717/…/fig-1`,
 * `10.1107/…sup1.cif`, `10.7554/elife.….sa1`, `10.1002/…/v1/review2`, `10.7287/…/reviews/1`,
 * `10.5256/f1000research.….r456`, `10.5194/…-supplement`, `10.5194/…-rc1`. H1 Connect recommends articles of others.
 */
const PART_DOI =
  /\.(?:figures?|tables?|suppl)\d+(?:-\d+)?$|\.[gstr]\d{3}$|\/(?:fig|table|supp)-\d+$|sup\d+\.\w{2,4}$|\/v\d+\/(?:review|decision|response)\d+$|\/reviews\/\d+$|^10\.7554\/elife\.\d+(?:\.\d+)?\.(?:sa\d+|\d{3})$|^10\.(?:5256|21956)\/.*\.r\d+$|^10\.3410\/f\.|^10\.5194\/.*-(?:supplement|[races]c\d+)$/;

/** What a source says about an entry of a list. */
export interface ListedEntry {
  /** in OpenAlex's words; null if the source does not say */
  readonly type: string | null;
  readonly title: string;
  /** in the form of `identifier-values.ts` */
  readonly doi: string | null;
}

/**
 * Whether an entry is a part of a publication, or about one or beside it, so that no list shows it and no channel
 * announces it.
 */
export function isNotPublication({ type, title, doi }: ListedEntry): boolean {
  return (
    isNotPublicationType(type) || PART_TITLES.some((form) => form.test(title)) || (doi !== null && PART_DOI.test(doi))
  );
}

/** Whether a source's type is that of something other than a publication; false without a type. */
export function isNotPublicationType(type: string | null): boolean {
  return TYPES.has(type);
}
