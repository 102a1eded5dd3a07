import type { ScholarStatistics } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { formatNumber } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.charts;

/** The numbers in the charts as a table, latest year first. */
export function YearTable({ statistics }: { statistics: ScholarStatistics }) {
  const { years, without_year: rest } = statistics;
  return (
    <details className={classes.table}>
      <summary>{texts.table}</summary>
      <Table className={classes.years} data-mt="xs">
        <thead>
          <tr>
            <th>{texts.year}</th>
            <th className={classes.number}>{texts.publicationsColumn}</th>
            <th className={classes.number}>{texts.citationsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {years.toReversed().map(({ year, publication_count, citation_count }) => (
            <Row key={year} name={String(year)} published={publication_count} cited={citation_count} />
          ))}
          {rest.publication_count > 0 && (
            <Row name={texts.noYear} published={rest.publication_count} cited={rest.citation_count} />
          )}
        </tbody>
      </Table>
    </details>
  );
}

function Row({ name, published, cited }: { name: string; published: number; cited: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={classes.number}>{formatNumber(published)}</td>
      <td className={classes.number}>{formatNumber(cited)}</td>
    </tr>
  );
}
