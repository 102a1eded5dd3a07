import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { citationTexts } from '../../texts/en/citations.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Button, lookOf } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { formatDistance, formatMoment, formatNumber } from '../../ui/format.ts';
import { Group } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { useNow } from '../../ui/use-now.ts';
import { ExportDialog } from '../citations/export-dialog.tsx';
import { toggleScholar } from './change-scholars.ts';
import { describeFailure, describeState, mainSourceNameOf } from './describe-state.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.one;

/** Affiliation, links and status of a scholar. */
export function ScholarFacts({ scholar }: { scholar: Scholar }) {
  const { id, affiliation, unread_count: unread } = scholar;
  const failure = describeFailure(scholar);
  const now = useNow();
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      {affiliation !== null && (
        <Text dir="auto" className={classes.affiliation} data-mb="sm">
          {affiliation}
        </Text>
      )}
      <Group data-mb="md">
        <Link to="/" search={{ scholar: id }} {...lookOf({ look: 'primary' })}>
          {texts.showPublications}
        </Link>
        <a href={scholar.profile_url} target="_blank" rel="noreferrer">
          {texts.profile(mainSourceNameOf(scholar))}
        </a>
        <Button aria-haspopup="dialog" onClick={() => setExporting(true)}>
          {citationTexts.export}
        </Button>
      </Group>
      {isExporting && (
        <ExportDialog
          cited={{ list: { scholar_profile_id: id } }}
          count={scholar.publication_count}
          onClose={() => setExporting(false)}
        />
      )}
      <dl className={classes.facts} aria-label={texts.facts}>
        <Fact name={texts.publications}>{formatNumber(scholar.publication_count)}</Fact>
        <Fact name={texts.unread}>
          {unread === 0 ? (
            formatNumber(unread)
          ) : (
            <Link to="/" search={{ scholar: id, view: 'unread' }}>
              {formatNumber(unread)}
            </Link>
          )}
        </Fact>
        <Fact name={texts.state}>
          {describeState(scholar, now)}
          {failure !== null && <div className={classes.quiet}>{failure}</div>}
        </Fact>
        <Fact name={texts.lastCheck}>{describeLastCheck(scholar, now)}</Fact>
        <Fact name={texts.trackedSince}>{formatMoment(scholar.created_at)}</Fact>
      </dl>
      <div data-mt="md" data-mb="md">
        <Switch
          label={texts.includeInRuns}
          checked={scholar.is_enabled}
          onChange={() => reportFailure(toggleScholar(scholar))}
        />
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When the last run checked the scholar, and the outcome if it was not a success. */
function describeLastCheck({ last_run_dt: at, last_run_status: status }: Scholar, now: number): string {
  if (at === null) return texts.never;
  const outcome = texts.outcomes[status ?? ''];
  return outcome === undefined ? formatDistance(at, now) : `${formatDistance(at, now)}, ${outcome}`;
}
