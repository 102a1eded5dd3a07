import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QueueItem, ScholarResult } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { useNow } from '../../ui/use-now.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { describeContinuation, describeResult, describeSource, sortResults } from './describe-result.ts';
import { itemsByScholar, queueQuery } from './queue-query.ts';
import classes from './run-results.module.css';

const texts = runsTexts.one;

/** The result of each scholar in a run, failures first. */
export function RunResults({ results }: { results: readonly ScholarResult[] }) {
  const { data: scholars, isPending } = useQuery(scholarsQuery);
  const { data: queue } = useQuery(queueQuery);
  const now = useNow();
  const names = new Map(scholars?.map(({ id, display_name: name }) => [id, name]));
  const items = itemsByScholar(queue?.queue_items ?? []);
  // wait for the names, so that no id flashes up first
  if (isPending) return null;
  return (
    <section aria-labelledby="results">
      <h2 data-mb="xs" id="results">
        {texts.scholars}
      </h2>
      <ul className={classes.list}>
        {sortResults(results).map((result) => {
          const id = result.scholar_profile_id;
          const item = id === null ? undefined : items.get(id);
          const name = (id === null ? null : names.get(id)) ?? result.scholar_id;
          // unknown until the queue has loaded
          const continuation = queue ? describeContinuation(result, item, now) : null;
          return (
            <ResultRow key={result.scholar_id} result={result} name={name} item={item} continuation={continuation} />
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly result: ScholarResult;
  readonly name: string;
  readonly item: QueueItem | undefined;
  readonly continuation: string | null;
}

function ResultRow({ result, name, item, continuation }: RowProps) {
  const { scholar_profile_id: id, new_publication_count: found, publication_count: seen, warnings } = result;
  const isDropped = item?.status === 'dropped' && (result.outcome === 'failed' || result.continuation_enqueued);
  return (
    <li className={classes.row} data-outcome={result.state === 'blocked_or_captcha' ? 'partial' : result.outcome}>
      <span className={classes.name}>
        <bdi>
          {id === null ? (
            name
          ) : (
            <Link to="/" search={{ scholar: id }}>
              {name}
            </Link>
          )}
        </bdi>
      </span>
      <span className={classes.count} data-some={found > 0 || undefined}>
        {texts.newPublications(found)}
      </span>
      <span className={classes.what}>
        {result.sources.length > 1 ? texts.outcomes[result.outcome] : describeResult(result)}
        {seen > 0 && ` · ${texts.publications(seen)}`}
      </span>
      {result.sources.length > 1 && (
        <ul className={classes.sources} aria-label={texts.sourcesOf(name)}>
          {result.sources.map((one) => (
            <li key={`${one.source} ${one.id}`} data-outcome={one.outcome}>
              {describeSource(one)}
            </li>
          ))}
        </ul>
      )}
      {continuation !== null && <span className={classes.quiet}>{continuation}</span>}
      {isDropped && (
        <span className={classes.quiet}>
          <Link to="/runs/queue">{texts.toQueue}</Link>
        </span>
      )}
      {warnings.length > 0 && (
        <details className={classes.quiet}>
          <summary>{texts.warnings(warnings.length)}</summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
