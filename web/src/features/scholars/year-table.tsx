import { Table } from '@mantine/core';
import type { ScholarStatistics } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.charts;

/** The numbers in the charts as a table, latest year first. */
export function YearTable({ statistics }: { statistics: ScholarStatistics }) {
  const { years, without_year: rest } = statistics;
  return (
    <details className={classes.table}>
      <summary>{texts.table}</summary>
      <Table maw={420} verticalSpacing={4} mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.year}</Table.Th>
            <Table.Th className={classes.number}>{texts.publicationsColumn}</Table.Th>
            <Table.Th className={classes.number}>{texts.citationsColumn}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {years.toReversed().map(({ year, publication_count, citation_count }) => (
            <Row key={year} name={String(year)} published={publication_count} cited={citation_count} />
          ))}
          {rest.publication_count > 0 && (
            <Row name={texts.noYear} published={rest.publication_count} cited={rest.citation_count} />
          )}
        </Table.Tbody>
      </Table>
    </details>
  );
}

function Row({ name, published, cited }: { name: string; published: number; cited: number }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="normal">
        {name}
      </Table.Th>
      <Table.Td className={classes.number}>{formatNumber(published)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(cited)}</Table.Td>
    </Table.Tr>
  );
}
