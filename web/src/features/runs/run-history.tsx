import { Link } from '@tanstack/react-router';
import type { Run } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import classes from './runs.module.css';

/** The runs, newest first, as a table or, on narrow screens, a list. */
export function RunHistory({ runs }: { runs: readonly Run[] }) {
  const isWide = useIsWide('64em');
  return (
    <section aria-labelledby="history">
      <h2 data-mb="xs" id="history">
        {texts.history}
      </h2>
      {isWide ? <RunTable runs={runs} /> : <RunList runs={runs} />}
    </section>
  );
}

function RunTable({ runs }: { runs: readonly Run[] }) {
  return (
    <Table aria-labelledby="history">
      <thead>
        <tr>
          <th>{texts.when}</th>
          <th>{texts.trigger}</th>
          <th>{texts.outcome}</th>
          <th className={classes.number}>{texts.newCount}</th>
          <th className={classes.number}>{texts.scholarCount}</th>
          <th className={classes.number}>{texts.failedCount}</th>
          <th className={classes.number}>{texts.duration}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <RunLink run={run} />
            </td>
            <td>{texts.triggers[run.trigger_type]}</td>
            <td>{statusOf(run)}</td>
            <td className={classes.number}>{formatNumber(run.new_publication_count)}</td>
            <td className={classes.number}>{formatNumber(run.scholar_count)}</td>
            <td className={classes.number}>{formatNumber(isWaiting(run) ? 0 : run.failed_count)}</td>
            <td className={classes.number}>{describeDuration(run)}</td>
          </tr>
        ))}
      </tbody>
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
