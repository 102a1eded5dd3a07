import type { Library } from '../library.ts';
import { codeOf } from '../work.ts';
import { escapeHtml } from './markup.ts';
import { frameBottom, frameTop, renderHead } from './page-frame.ts';

/** The page of one row, `user:code`, with the complete list of authors; undefined when there is no such row. */
export function renderCitation(library: Library, rowId: string, origin: string): string | undefined {
  const [id, wanted] = rowId.split(':');
  const record = library.find(id ?? '');
  if (record === undefined) return undefined;
  for (let position = 0; position < record.works; position += 1) {
    const ref = library.refAt(record, position);
    const code = codeOf(ref.owner === record.id ? String(ref.n) : `${ref.owner}/${ref.n}`);
    if (code !== wanted) continue;
    const work = library.work(ref);
    const title = escapeHtml(work.title);
    const linked = `<a class="gsc_oci_title_link" href="${origin}/publisher/${work.doi}">${title}</a>`;
    const fields: readonly (readonly [string, string])[] = [
      ['Authors', work.authors.join(', ')],
      ['Publication date', work.year === null ? '' : String(work.year)],
      ['Journal', work.venue],
      ['Total citations', work.citations === 0 ? '' : `Cited by ${work.citations}`],
    ];
    const table = fields
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          `<div class="gs_scl"><div class="gsc_oci_field">${name}</div><div class="gsc_oci_value">${escapeHtml(value)}</div></div>`,
      );
    return (
      `${renderHead('\u202aView article\u202c', 'UTF-8')}${frameTop}<div id="gsc_ocd_bdy"><div id="gsc_oci_title_wrapper">` +
      `<div id="gsc_oci_title">${work.doi === null ? title : linked}</div></div>` +
      `<div id="gsc_oci_table">${table.join('')}</div></div>${frameBottom}`
    );
  }
  return undefined;
}
