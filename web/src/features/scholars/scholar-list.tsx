import { Avatar, Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Scholar } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatDistance, formatNumber } from '../../ui/format.ts';
import { tryOut } from '../../ui/undo.ts';
import { toggleScholar } from './change-scholars.ts';
import { removeSoon, useRemovals } from './removals.ts';
import classes from './scholar-list.module.css';
import { isBeingRead } from './scholars-query.ts';

export function ScholarList({ scholars }: { scholars: readonly Scholar[] }) {
  const removals = useRemovals();
  return (
    <ul className={classes.list}>
      {scholars
        .filter(({ id }) => !removals.has(id))
        .map((scholar) => (
          <ScholarRow key={scholar.id} scholar={scholar} />
        ))}
    </ul>
  );
}

function ScholarRow({ scholar }: { scholar: Scholar }) {
  const { id, affiliation, is_enabled: isEnabled, unread_count: unread } = scholar;
  const name = scholar.display_name ?? scholar.scholar_id;
  return (
    <li className={classes.row} data-off={!isEnabled || undefined}>
      <Avatar
        src={scholar.profile_image_state === 'ready' ? scholar.profile_image_url : null}
        name={name}
        alt=""
        radius="xl"
      />
      <div className={classes.who}>
        <Link to="/" search={{ scholar: id }} className={classes.name} dir="auto">
          {name}
        </Link>
        <div className={classes.quiet} dir="auto">
          {affiliation}
        </div>
      </div>
      <div className={classes.facts}>
        <span>
          {texts.scholars.works}: {formatNumber(scholar.publication_count)}
        </span>
        {unread > 0 && (
          <Link to="/" search={{ scholar: id, view: 'unread' }} className={classes.unread}>
            {texts.scholars.unread}: {formatNumber(unread)}
          </Link>
        )}
        <span className={classes.quiet}>{describeState(scholar)}</span>
      </div>
      <Switch
        checked={isEnabled}
        aria-label={texts.scholars.enabled(name)}
        onChange={() => tryOut(toggleScholar(scholar))}
      />
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={`${texts.scholars.remove}: ${name}`}
        onClick={() => removeSoon(id, texts.scholars.removed(name))}
      >
        {texts.scholars.remove}
      </Button>
    </li>
  );
}

function describeState(scholar: Scholar): string {
  const { crawl, last_run_dt: lastRun } = scholar;
  const { crawl: said } = texts.scholars;
  if (!scholar.is_enabled) return texts.scholars.paused;
  if (isBeingRead(scholar) && crawl.state === 'running') return said.running(crawl.collected);
  if (isBeingRead(scholar) && crawl.state === 'queued') return said.queued;
  if (crawl.state === 'waiting' && crawl.next_attempt_dt) return said.waiting(formatDistance(crawl.next_attempt_dt));
  return lastRun === null ? said.idle : `${texts.scholars.lastCheck} ${formatDistance(lastRun)}`;
}
