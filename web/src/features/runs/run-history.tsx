import { Table, Title } from '@mantine/core';
import type { Run } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import classes from './runs.module.css';

export function RunHistory({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <Title order={2} size="h5" mb="xs">
        {texts.runs.history}
      </Title>
      {/* on a phone it is wider than the page: what scrolls can be reached with the keys, too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={classes.table} tabIndex={0} aria-label={texts.runs.history}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.runs.when}</Table.Th>
              <Table.Th>{texts.runs.outcome}</Table.Th>
              <Table.Th className={classes.number}>{texts.runs.newCount}</Table.Th>
              <Table.Th className={classes.number}>{texts.runs.scholarCount}</Table.Th>
              <Table.Th className={classes.number}>{texts.runs.failedCount}</Table.Th>
              <Table.Th>{texts.runs.trigger}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td>{formatMoment(run.start_dt)}</Table.Td>
                <Table.Td>{texts.runs.statuses[run.status]}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(run.new_publication_count)}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(run.scholar_count)}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(run.failed_count)}</Table.Td>
                <Table.Td>{texts.runs.triggers[run.trigger_type]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
