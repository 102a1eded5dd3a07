import { Badge, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import list from '../admin/list.module.css';
import { canBeUndone, describeNumbers, isUndone } from './describe-job.ts';
import classes from './job-list.module.css';
import { REPAIR_KEY, refreshAfterRepair, undoJob } from './jobs-query.ts';

const { jobs: said } = repairTexts;

/** `all`: those that are known, also to tell which were taken back. */
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
  const names: Readonly<Record<string, string>> = said.names;
  const name = names[job.job_name] ?? job.job_name;
  const numbers = describeNumbers(job.summary);
  return (
    <li className={`${list.item} ${classes.row}`} data-dry={isDryRun || undefined}>
      <div>
        <span className={list.strong}>{name}</span>{' '}
        {isDryRun && (
          <Badge variant="outline" color="gray" className={classes.dry}>
            {said.dryRun}
          </Badge>
        )}{' '}
        {isUndone(job, all) && (
          <Badge variant="light" color="gray">
            {said.undone}
          </Badge>
        )}
        <div className={classes.outcome}>
          {status !== 'completed' && <strong>{said.status[status]} </strong>}
          {job.error_text ?? (numbers.length > 0 ? numbers.join(' · ') : status === 'completed' && said.nothing)}
        </div>
        <div className={list.quiet}>
          {formatTime(job.created_at)} · <bdi>{job.requested_by}</bdi> ·{' '}
          {isDryRun ? (
            said.number(id)
          ) : (
            <Link to="/admin/audit" search={{ repair: id }} className={list.link}>
              {said.changes(id)}
            </Link>
          )}
        </div>
      </div>
      {canBeUndone(job, all) && (
        <Button variant="default" size="xs" aria-label={said.undoNumber(id)} onClick={() => setAsking(true)}>
          {said.undo}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={said.undoNumber(id)}
          confirm={said.undo}
          kept={said.undoKeeps}
          onConfirm={() => undo.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{said.undoHint}</Text>
        </ConfirmDialog>
      )}
    </li>
  );
}
