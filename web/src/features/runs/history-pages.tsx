import { Link } from '@tanstack/react-router';
import type { RunList } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import classes from './runs.module.css';

/** Links to newer and older runs. */
export function HistoryPages({ pagination }: Pick<RunList, 'pagination'>) {
  const { page, has_prev: hasNewer, has_next: hasOlder } = pagination;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav className={classes.pages} aria-label={texts.pages}>
      {hasNewer && (
        <Link to="/runs" search={page > 2 ? { page: page - 1 } : {}} className={classes.link}>
          {texts.newer}
        </Link>
      )}
      {hasOlder && (
        <Link to="/runs" search={{ page: page + 1 }} className={classes.link}>
          {texts.older}
        </Link>
      )}
    </nav>
  );
}
