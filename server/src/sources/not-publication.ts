/**
 * OpenAlex's types of what has a record but is no publication: title pages and tables of contents, reviews of a manuscript, files beside an article,
 * applications for money, and pages of libraries. https://docs.openalex.org/api-entities/works/work-object#type
 */
const TYPES = new Set(['paratext', 'peer-review', 'supplementary-materials', 'grant', 'libguides']);

/** A part of an article that has a record of its own: "Figure 3 from: T" (Pensoft), "Additional file 1 of T" (BMC), "MOESM2 of T" (Springer Nature). */
const PART_TITLE =
  /^(?:(?:supplement(?:ary|al)\s+)?(?:figures?|fig\.|tables?|plates?|maps?|videos?|movies?|appendix|data ?sheets?|materials?|files?|information)\s*(?:s?\d+[a-z]?|[a-z])?\s*from:|(?:supplement(?:ary|al)\s+)?(?:figures?|fig\.|tables?|plates?|videos?|materials?|files?)\s+s?\d+[a-z]?\s+(?:from|of)\b|additional files?\s+\d+\b|moesm\d+\s+of\b)/i;

/**
 * DOIs of parts and of reviews end in their own number: `10.3897/….figure3`, `10.1371/….g001`, `10.7717/…/fig-1`, `10.1107/…sup1.cif`,
 * `10.1002/…/v1/review2`, `10.5194/…-supplement`, `10.5194/…-rc1`.
 */
const PART_DOI =
  /\.(?:figures?|tables?|suppl)\d+$|\.[gts]\d{3}$|\/(?:fig|table|supp)-\d+$|sup\d+\.\w{2,4}$|\/v\d+\/(?:review|decision|response)\d+$|^10\.5194\/.*-(?:supplement|[race]c\d+)$/;

/** What a source says about an entry of a list. */
export interface ListedEntry {
  /** in OpenAlex's words; null if the source does not say */
  readonly type: string | null;
  readonly title: string;
  /** in the form of `identifier-values.ts` */
  readonly doi: string | null;
}

/** Whether an entry is a part of a publication, or about one or beside it, so that no list shows it and nobody is told of it. */
export function isNotPublication({ type, title, doi }: ListedEntry): boolean {
  return (type !== null && TYPES.has(type)) || PART_TITLE.test(title) || (doi !== null && PART_DOI.test(doi));
}
