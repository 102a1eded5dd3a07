import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { ruleTexts } from '../../texts/en/rules.ts';
import { texts as common } from '../../texts/en.ts';
import { formatMonthDay } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import classes from './rule-dialog.module.css';
import { rulePreviewQuery } from './rules-query.ts';

const texts = ruleTexts.preview;
const INVALID = 422;

/** What a rule with this search would have acted on. The field of the search shows a mistake. */
export function RulePreview({ search }: { search: string }) {
  const isWanted = search.trim() !== '';
  const { data, error } = useQuery({
    ...rulePreviewQuery(search.trim()),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const isMistake = error instanceof ApiError && error.status === INVALID;
  return (
    <section className={classes.preview} aria-label={texts.title}>
      <p role="status">{isWanted && data ? texts.count(data.total_count, data.days) : texts.empty}</p>
      <ProblemText error={isMistake ? null : error} />
      {isWanted && data && data.publications.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        <ul className={classes.found} tabIndex={0} aria-label={texts.title}>
          {data.publications.map((one) => (
            <li key={one.publication_id}>
              <bdi>{one.title}</bdi>
              <span className={classes.seen}>
                {texts.seen(one.scholar_label ?? common.publications.unknownScholar, formatMonthDay(one.first_seen_at))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && isWanted && data.total_count > data.publications.length && <p>{texts.more(data.publications.length)}</p>}
    </section>
  );
}
