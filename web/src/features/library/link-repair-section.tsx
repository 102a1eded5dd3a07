import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import type { LinkRepairBody } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Section } from '../admin/section.tsx';
import { describeNumbers } from '../repairs/describe-job.ts';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';
import { LinkScope, type Scope } from './link-scope.tsx';

const { links: said, jobs } = repairTexts;
const ALL_USERS = 'REPAIR ALL USERS';
const EVERYBODY: Scope = { scope_mode: 'all_users' };

const repairLinks = (body: LinkRepairBody) => take(api.POST('/api/v1/admin/db/repairs/publication-links', { body }));

/** Nothing is applied that was not counted first, of the same scope. */
export function LinkRepairSection() {
  const [scope, setScope] = useState(EVERYBODY);
  const [isAsking, setAsking] = useState(false);
  const options = { mutationKey: REPAIR_KEY, mutationFn: repairLinks, onSettled: refreshAfterRepair };
  const dry = useMutation(options);
  const apply = useMutation({ ...options, onSuccess: dry.reset });
  const isForAll = scope.scope_mode === 'all_users';
  const wouldChange = dry.data ? describeNumbers(dry.data.summary) : [];
  return (
    <Section title={said.title} hint={said.hint}>
      <LinkScope
        scope={scope}
        onChange={(next) => {
          setScope(next);
          dry.reset();
          apply.reset();
        }}
      />
      <Group mt="md">
        <BusyButton
          variant="default"
          isBusy={dry.isPending}
          onClick={() => {
            apply.reset();
            dry.mutate({ ...scope, dry_run: true });
          }}
        >
          {said.dryRun}
        </BusyButton>
      </Group>
      {dry.data && (
        <Outcome isDryRun title={wouldChange.length === 0 ? said.nothingToDo : said.wouldChange}>
          <Numbers lines={wouldChange} />
          {wouldChange.length > 0 && <Button onClick={() => setAsking(true)}>{said.apply}</Button>}
        </Outcome>
      )}
      {apply.data && (
        <Outcome isDryRun={false} title={said.applied(apply.data.job_id)}>
          <Numbers lines={describeNumbers(apply.data.summary)} />
        </Outcome>
      )}
      <ProblemText error={dry.error} />
      {isAsking && (
        <ConfirmDialog
          title={said.confirmTitle}
          confirm={said.apply}
          {...(isForAll ? { typed: ALL_USERS } : {})}
          lost={scope.gc_orphan_publications ? [...said.lost, said.lostOrphans] : said.lost}
          kept={said.kept}
          onConfirm={() =>
            apply.mutateAsync({ ...scope, dry_run: false, ...(isForAll ? { confirmation_text: ALL_USERS } : {}) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function Numbers({ lines }: { lines: readonly string[] }) {
  return <Text size="sm">{lines.length === 0 ? jobs.nothing : lines.join(' · ')}</Text>;
}
