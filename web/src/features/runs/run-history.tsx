import { Table, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Run } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { useIsWide } from '../../ui/use-is-wide.ts';
import classes from './runs.module.css';

/** The runs, newest first, as a table or, on narrow screens, a list. */
export function RunHistory({ runs }: { runs: readonly Run[] }) {
  const isWide = useIsWide('64em');
  return (
    <section aria-labelledby="history">
      <Title order={2} size="h5" mb="xs" id="history">
        {texts.history}
      </Title>
      {isWide ? <RunTable runs={runs} /> : <RunList runs={runs} />}
    </section>
  );
}

function RunTable({ runs }: { runs: readonly Run[] }) {
  return (
    <Table verticalSpacing="xs" aria-labelledby="history">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.when}</Table.Th>
          <Table.Th>{texts.trigger}</Table.Th>
          <Table.Th>{texts.outcome}</Table.Th>
          <Table.Th className={classes.number}>{texts.newCount}</Table.Th>
          <Table.Th className={classes.number}>{texts.scholarCount}</Table.Th>
          <Table.Th className={classes.number}>{texts.failedCount}</Table.Th>
          <Table.Th className={classes.number}>{texts.duration}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td>
              <RunLink run={run} />
            </Table.Td>
            <Table.Td>{texts.triggers[run.trigger_type]}</Table.Td>
            <Table.Td>{statusOf(run)}</Table.Td>
            <Table.Td className={classes.number}>{formatNumber(run.new_publication_count)}</Table.Td>
            <Table.Td className={classes.number}>{formatNumber(run.scholar_count)}</Table.Td>
            <Table.Td className={classes.number}>{formatNumber(isWaiting(run) ? 0 : run.failed_count)}</Table.Td>
            <Table.Td className={classes.number}>{describeDuration(run)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RunList({ runs }: { runs: readonly Run[] }) {
  return (
    <ul className={classes.list}>
      {runs.map((run) => (
        <li key={run.id} className={classes.run}>
          <RunLink run={run} />
          <span className={classes.outcome}>{statusOf(run)}</span>
          <span className={classes.quiet}>
            {texts.summary(run.new_publication_count, run.scholar_count, isWaiting(run) ? 0 : run.failed_count)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RunLink({ run }: { run: Run }) {
  return (
    <Link to="/runs/$id" params={{ id: String(run.id) }} className={classes.link}>
      {formatMoment(run.start_dt)}
    </Link>
  );
}

/** The status of a run in words. A run that failed only because a source refused has not failed: it waits. */
export function statusOf(run: Run): string {
  return isWaiting(run) ? texts.waiting : texts.statuses[run.status];
}

export function isWaiting({ status, failed_count: failed, waiting_count: waiting }: Run): boolean {
  return status === 'failed' && waiting > 0 && waiting >= failed;
}

/** The duration of a run in words, or null while it is in progress. */
export function describeDuration(run: Run): string | null {
  return run.end_dt === null ? null : duration(secondsOf(run));
}

/** The duration of a run in seconds, or 0 while it is in progress. */
export function secondsOf({ start_dt: start, end_dt: end }: Run): number {
  return end === null ? 0 : Math.max(0, new Date(end).getTime() - new Date(start).getTime()) / 1000;
}
