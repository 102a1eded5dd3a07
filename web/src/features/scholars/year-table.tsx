import { Table } from '@mantine/core';
import type { ScholarStatistics } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.charts;

/** What the charts show, for those who read; the latest year first. */
export function YearTable({ statistics }: { statistics: ScholarStatistics }) {
  const { years, without_year: rest } = statistics;
  return (
    <details className={classes.table}>
      <summary>{texts.table}</summary>
      <Table maw={420} verticalSpacing={4} mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.year}</Table.Th>
            <Table.Th className={classes.number}>{texts.worksColumn}</Table.Th>
            <Table.Th className={classes.number}>{texts.citationsColumn}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {years.toReversed().map(({ year, publication_count, citation_count }) => (
            <Row key={year} name={String(year)} works={publication_count} cited={citation_count} />
          ))}
          {rest.publication_count > 0 && (
            <Row name={texts.noYear} works={rest.publication_count} cited={rest.citation_count} />
          )}
        </Table.Tbody>
      </Table>
    </details>
  );
}

function Row({ name, works, cited }: { name: string; works: number; cited: number }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="normal">
        {name}
      </Table.Th>
      <Table.Td className={classes.number}>{formatNumber(works)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(cited)}</Table.Td>
    </Table.Tr>
  );
}
