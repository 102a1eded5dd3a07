import type { Source } from '../../api/shapes.ts';
import { adminTexts } from '../../texts/en/admin.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDistance, formatNumber, formatTime } from '../../ui/format.ts';
import { Progress } from '../../ui/progress.tsx';
import { useNow } from '../../ui/use-now.ts';
import list from '../admin/list.module.css';
import classes from './source-list.module.css';

const { sources: texts } = adminTexts;

/** In dollars for a unit of the budget. https://developers.openalex.org/api-reference/authentication */
const PRICES: Readonly<Record<string, number>> = { openalex: 0.0001 };

const TONES = {
  ready: 'good',
  cooldown: 'strong',
  budget_spent: 'strong',
  not_configured: 'plain',
  disabled: 'plain',
} as const;

export function SourceList({ sources }: { sources: readonly Source[] }) {
  const now = useNow();
  return (
    <ul className={list.list}>
      {sources.map((source) => (
        <li key={source.source} className={`${list.item} ${classes.row}`}>
          <div>
            <span className={list.strong}>{sourceNames[source.source] ?? source.source}</span>{' '}
            <Badge tone={TONES[source.state]}>{texts.state[source.state]}</Badge>
            <div className={classes.why}>{describeState(source, now)}</div>
            {source.profiles && <div className={classes.why}>{describeProfiles(source.profiles, now)}</div>}
          </div>
          <Budget source={source.source} budget={source.budget} now={now} />
          <Times source={source} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** Why the source is unavailable, until when, and what to do, or how recent requests went. */
function describeState(source: Source, now: number): string {
  const { state, cooldown_until: until, cooldown_reason: reason, budget, key_refused_until: refused } = source;
  const why = texts.responses[source.cooldown_response ?? ''] ?? texts.reasons[reason ?? ''] ?? reason ?? '';
  const when = (time: string) => `${formatTime(time)} (${formatDistance(time, now)})`;
  const more = [
    refused === null ? '' : texts.keyRefused(when(refused)),
    source.consecutive_blocked > 0 ? texts.blocked(source.consecutive_blocked) : '',
    source.consecutive_unreachable > 0 ? texts.unreachable(source.consecutive_unreachable) : '',
    source.own_keys.used_today > 0 ? texts.ownKeys(source.own_keys.used_today, source.own_keys.refused) : '',
  ];
  const first = {
    ready: '',
    cooldown: until === null ? '' : texts.paused(when(until), why),
    budget_spent: texts.spent(budget?.resets_at ? when(budget.resets_at) : null),
    not_configured: texts.notConfigured,
    disabled: texts.disabled,
  }[state];
  return [first, ...more].filter(Boolean).join(' ');
}

/** How many profiles were checked within a day, and when the others can be. */
function describeProfiles({ count, crawled_today, all_crawled_at: by }: NonNullable<Source['profiles']>, now: number) {
  const rest = by === null ? '' : texts.allCrawledBy(`${formatTime(by)} (${formatDistance(by, now)})`);
  return [texts.crawled(crawled_today, count), rest].filter(Boolean).join(' ');
}

function Budget({ source, budget, now }: { source: string; budget: Source['budget']; now: number }) {
  if (budget === null) return <div className={list.quiet}>{texts.noBudget}</div>;
  const { spent, limit, resets_at: resets } = budget;
  const used = texts.used(formatNumber(spent), formatNumber(limit));
  const price = PRICES[source];
  return (
    <div className={list.quiet}>
      <Progress value={limit === 0 ? 100 : Math.min(100, (100 * spent) / limit)} aria-label={used} data-mb="xs" />
      {used}
      {price !== undefined && ` (${texts.cost(spent * price)})`}
      {resets !== null && ` · ${texts.resets(formatDistance(resets, now))}`}
    </div>
  );
}

function Times({ source, now }: { source: Source; now: number }) {
  const { last_request_at: requested, last_success_at: succeeded, min_interval_seconds: interval } = source;
  return (
    <div className={list.quiet}>
      <div>{requested === null ? texts.neverUsed : texts.lastRequest(formatDistance(requested, now))}</div>
      {succeeded !== null && <div>{texts.lastResponse(formatDistance(succeeded, now))}</div>}
      {interval !== null && interval > 0 && <div>{texts.interval(interval)}</div>}
    </div>
  );
}
