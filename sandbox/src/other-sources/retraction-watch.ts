import { listAdded } from '../library.ts';
import { hashText } from '../random.ts';
import { type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { journalOf } from './describe-publication.ts';

const header =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,' +
  'RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes';

/** Papers that nobody has, so that the list is not much shorter when the others' notices are gone. */
const others = Array.from({ length: 200 }, (_, at) => {
  return `${at},,,,,,,,,,6/5/2020 0:00,,,,10.5555/of.nobody.${at},,Retraction,,No,`;
});

/** Handles `/retraction_watch/` by the whole list of Retraction Watch, a CSV file. */
export function handleRetractionWatch(catalog: Catalog): SourceResponse {
  const rows = listAdded({ list: catalog.scholars }).flatMap((publication) =>
    (publication.notices ?? []).map(({ nature, paperDoi, doi, date }) => {
      const [year, month, day] = date.split('-').map(Number);
      const [title, authors] = [quote(publication.title), quote(publication.authors.join(';'))];
      const journal = quote(journalOf({ ...publication, venue: publication.publishedIn ?? publication.venue }));
      const reason = nature === 'Reinstatement' ? '' : '+Error in Results and/or Conclusions;';
      return (
        `${hashText(doi)},${title},,,${journal},Sandbox Press,,${authors},,Research Article;,` +
        `${month}/${day}/${year} 0:00,${doi},,,${paperDoi},,${nature},${reason},No,`
      );
    }),
  );
  return textResponse(200, `${[header, ...others, ...rows].join('\n')}\n`, 'text/csv');
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
