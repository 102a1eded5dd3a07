import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { texts } from '../../texts/en.ts';
import { formatSince } from '../../ui/format.ts';
import { runsQuery } from '../runs/runs-query.ts';
import classes from './bars.module.css';

/** One line on what the latest run of the list found. It is shown before the number of scholars and the time are known, so that nothing moves. */
export function LatestRunLine({ count, runId }: { count: number; runId: number | null }) {
  const { data: runs } = useQuery({
    ...runsQuery,
    select: (list) => list.runs.filter(({ status }) => status !== 'failed' && status !== 'canceled'),
  });
  const at = runs?.findIndex(({ id }) => id === runId) ?? -1;
  const [latest, before] = at < 0 ? [] : (runs?.slice(at, at + 2) ?? []);
  const { data: scholarCount } = useQuery({
    // a run in progress finds more
    queryKey: ['runs', latest?.id, 'scholars with new publications', count],
    enabled: latest !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const params = { path: { run_id: latest?.id ?? 0 } };
      const { scholar_results: results } = await unwrap(api.GET('/api/v1/runs/{run_id}', { params, signal }));
      return results.filter(({ new_publication_count: found }) => found > 0).length;
    },
  });
  const since = before === undefined ? null : formatSince(before.start_dt);
  return (
    <p className={classes.latestRun}>
      <Link to="/" search={{ view: 'latest' }}>
        {texts.publications.latestRun(count, scholarCount ?? 0, since)}
      </Link>
    </p>
  );
}
