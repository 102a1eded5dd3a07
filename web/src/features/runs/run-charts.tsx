import type { Run } from '../../api/shapes.ts';
import { duration } from '../../texts/duration.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { formatMoment, formatShortDay } from '../../ui/format.ts';
import { secondsOf } from './run-history.tsx';
import classes from './runs.module.css';

const texts = runsTexts.charts;
const DAY_WIDTH = 64;
/** Fewer runs are easier to read in the history. */
const MIN_RUNS = 3;

/** New publications and duration of each run, latest on the right. The history has the same numbers. */
export function RunCharts({ runs }: { runs: readonly Run[] }) {
  const ended = runs.filter(({ end_dt }) => end_dt !== null).toReversed();
  if (ended.length < MIN_RUNS) return null;
  const unit = unitOf(Math.max(...ended.map(secondsOf)));
  const barsOf = (value: (run: Run) => number, say: (run: Run) => string) =>
    ended.map((run, place) => ({
      name: formatShortDay(run.start_dt),
      place,
      value: value(run),
      tooltip: `${formatMoment(run.start_dt)}: ${say(run)}`,
    }));
  const max = Math.max(...ended.map(({ new_publication_count }) => new_publication_count));
  const longest = duration(Math.max(...ended.map(secondsOf)));
  return (
    <section aria-labelledby="runs-over-time" className={classes.overTime}>
      <h2 data-mb="xs" id="runs-over-time">
        {texts.title}
      </h2>
      <div className={classes.charts}>
        <BarChart
          title={texts.found}
          label={texts.describeFound(ended.length, max)}
          bars={barsOf(
            ({ new_publication_count }) => new_publication_count,
            ({ new_publication_count }) => runsTexts.one.newPublications(new_publication_count),
          )}
          nameWidth={DAY_WIDTH}
        />
        <BarChart
          title={texts.duration[unit.name]}
          label={texts.describeDuration(ended.length, longest)}
          bars={barsOf(
            (run) => secondsOf(run) / unit.seconds,
            (run) => duration(secondsOf(run)),
          )}
          nameWidth={DAY_WIDTH}
        />
      </div>
    </section>
  );
}

function unitOf(longestSeconds: number) {
  if (longestSeconds >= 7200) return { name: 'hours', seconds: 3600 } as const;
  if (longestSeconds >= 120) return { name: 'minutes', seconds: 60 } as const;
  return { name: 'seconds', seconds: 1 } as const;
}
