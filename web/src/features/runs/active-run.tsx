import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Run } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Text } from '../../ui/text.tsx';
import classes from './runs.module.css';
import { useRunEvents } from './use-run-events.ts';

/** Refreshes everything that a run may have changed. */
export function refreshAfterRun(): void {
  for (const queryKey of [['runs'], ['scholars'], ['publications', 'arrivals']]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** A run in progress. */
export function ActiveRun({ run }: { run: Run }) {
  const events = useRunEvents(run.id, refreshAfterRun);
  const cancel = useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/runs/{run_id}/cancel', { params: { path: { run_id: run.id } } })),
    onSettled: refreshAfterRun,
  });
  const total = events.total || run.scholar_count;
  return (
    <section className={classes.active} aria-labelledby="active-run">
      <div className={classes.head}>
        <h2 id="active-run">{texts.active}</h2>
        <BusyButton isSmall isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.cancel}
        </BusyButton>
      </div>
      <Progress
        value={total === 0 ? 0 : (100 * events.finished) / total}
        aria-label={texts.progress(events.finished, total)}
        data-mt="sm"
        data-mb="sm"
      />
      <Text role="status">
        {run.status === 'resolving' ? texts.resolving : texts.progress(events.finished, total)}{' '}
        {events.found > 0 ? texts.found(events.found) : texts.nothingYet}
      </Text>
      <ul className={classes.discoveries}>
        {events.discoveries.map(({ publication_id, title, scholar_label }) => (
          <li key={publication_id} dir="auto">
            {title} <span className={classes.quiet}>{scholar_label}</span>
          </li>
        ))}
      </ul>
      <ProblemText error={cancel.error} />
    </section>
  );
}
