import type { RunDetail } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { formatNumber } from '../../ui/format.ts';
import { describeDuration, isWaiting, statusOf } from './run-history.tsx';
import classes from './run-results.module.css';

/** Outcome and numbers of a run. */
export function RunFacts({ run }: Pick<RunDetail, 'run'>) {
  const facts = [
    [texts.outcome, statusOf(run)],
    [texts.newCount, formatNumber(run.new_publication_count)],
    [texts.scholarCount, formatNumber(run.scholar_count)],
    isWaiting(run)
      ? [texts.waiting, formatNumber(run.waiting_count)]
      : [texts.failedCount, formatNumber(run.failed_count)],
    [texts.duration, describeDuration(run)],
    [texts.trigger, texts.triggers[run.trigger_type]],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
