import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Text } from '../../ui/text.tsx';
import list from '../admin/list.module.css';
import { canBeUndone, describeNumbers, isUndone } from './describe-job.ts';
import classes from './job-list.module.css';
import { REPAIR_KEY, refreshAfterRepair, undoJob } from './jobs-query.ts';

const { jobs: texts } = repairTexts;

/** `all` includes jobs that are not listed, to find out which were undone. */
export function JobList({ jobs, all }: { jobs: readonly RepairJob[]; all: readonly RepairJob[] }) {
  return (
    <ul className={list.list}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} all={all} />
      ))}
    </ul>
  );
}

function JobRow({ job, all }: { job: RepairJob; all: readonly RepairJob[] }) {
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    mutationKey: REPAIR_KEY,
    mutationFn: () => undoJob(job.id),
    onSettled: refreshAfterRepair,
  });
  const { id, dry_run: isDryRun, status } = job;
  const names: Readonly<Record<string, string>> = texts.names;
  const name = names[job.job_name] ?? job.job_name;
  const numbers = describeNumbers(job.summary);
  return (
    <li className={`${list.item} ${classes.row}`} data-dry={isDryRun || undefined}>
      <div>
        <span className={list.strong}>{name}</span> {isDryRun && <Badge className={classes.dry}>{texts.dryRun}</Badge>}{' '}
        {isUndone(job, all) && <Badge>{texts.undone}</Badge>}
        <div className={classes.outcome}>
          {status !== 'completed' && <strong>{texts.status[status]} </strong>}
          {job.error_text ?? (numbers.length > 0 ? numbers.join(' · ') : status === 'completed' && texts.nothing)}
        </div>
        <div className={list.quiet}>
          {formatTime(job.created_at)} · <bdi>{job.requested_by}</bdi> ·{' '}
          {isDryRun ? (
            texts.number(id)
          ) : (
            <Link to="/admin/audit" search={{ repair: id }}>
              {texts.changes(id)}
            </Link>
          )}
        </div>
      </div>
      {canBeUndone(job, all) && (
        <Button isSmall aria-label={texts.undoNumber(id)} onClick={() => setAsking(true)}>
          {texts.undo}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.undoNumber(id)}
          confirm={texts.undo}
          kept={texts.undoKeeps}
          onConfirm={() => undo.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          <Text>{texts.undoHint}</Text>
        </ConfirmDialog>
      )}
    </li>
  );
}
