import { BoundedCache } from '../bounded-cache.ts';
import type { Library } from '../library.ts';
import type { Order } from '../list-works.ts';
import type { ScholarRecord } from '../scholar.ts';
import { codeOf } from '../work.ts';
import { encodeLatin1 } from './markup.ts';
import { measureCitations, type Totals } from './measure-citations.ts';
import { renderProfile } from './render-profile.ts';
import { renderRow } from './render-row.ts';

export interface ProfileRequest {
  readonly id: string;
  readonly order: Order;
  readonly cstart: number;
  readonly pagesize: number;
  readonly language: string;
  readonly ascii: boolean;
}

export interface ProfileShelf {
  /** The page's bytes, or undefined for an unknown scholar; `extraRows` is markup that goes before the rows. */
  page(request: ProfileRequest, origin: string, extraRows?: readonly string[]): Buffer | undefined;
  totals(record: ScholarRecord): Totals;
}

/** Pages of the library's scholars. Rows are written once, as long as they are asked for. */
export function createProfileShelf(library: Library): ProfileShelf {
  const rows = new BoundedCache<Buffer>(20_000);
  const measured = new BoundedCache<Totals>(2_000);
  const totals = (record: ScholarRecord) =>
    measured.get(`${record.id}/${record.version}`, () => measureCitations(library.listing(record).figures));

  const row = (record: ScholarRecord, position: number, language: string): Buffer => {
    const ref = library.refAt(record, position);
    const key = `${record.id}/${ref.owner}/${ref.n}/${library.get(ref.owner).coAuthors.length}/${language}`;
    return rows.get(key, () => {
      const work = library.work(ref);
      const code = ref.owner === record.id ? work.code : codeOf(`${ref.owner}/${ref.n}`);
      return Buffer.from(renderRow(record.id, code, work, language));
    });
  };

  return {
    totals,
    page({ id, order, cstart, pagesize, language, ascii }, origin, extraRows = []) {
      const record = library.find(id);
      if (record === undefined) return undefined;
      const listed = library.listing(record)[order];
      const positions = listed.subarray(cstart, cstart + pagesize);
      const shown = Array.from(positions, (position) => row(record, position, language));
      const page = renderProfile({
        scholar: record,
        totals: totals(record),
        rows: Buffer.concat([Buffer.from(extraRows.join('')), ...shown]),
        shown: extraRows.length + shown.length,
        before: cstart,
        all: extraRows.length + listed.length,
        origin,
        language,
        charset: ascii ? 'ISO-8859-1' : 'UTF-8',
      });
      return ascii ? encodeLatin1(page.toString()) : page;
    },
  };
}
