import type { Publication } from '../../api/shapes.ts';
import { versionTexts } from '../../texts/en/versions.ts';
import { PublishedIcon } from '../../ui/icons.tsx';
import classes from './stage-word.module.css';
import { isOfTodaysDays } from './today-query.ts';

/** A word for a preprint, and for one that was published in the days of Today. */
export function StageWord({ publication }: { publication: Publication }) {
  if (publication.stage === 'preprint') return <span className={classes.word}>{versionTexts.stages.preprint}</span>;
  if (!isNowPublished(publication)) return null;
  return (
    <span className={classes.word} data-is-now>
      <PublishedIcon size={13} />
      {versionTexts.nowPublished}
    </span>
  );
}

/** As `is:now-published` in searches. */
function isNowPublished({ stage, became_published_at: at }: Publication): boolean {
  return stage === 'published' && at !== null && isOfTodaysDays(at);
}
