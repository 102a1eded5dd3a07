import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import type { LinkRepair } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Group } from '../../ui/layout.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { Section } from '../admin/section.tsx';
import { describeNumbers } from '../repairs/describe-job.ts';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';
import { LinkScope, type Scope } from './link-scope.tsx';

const { links: texts, jobs } = repairTexts;
const ALL_USERS = 'REPAIR ALL USERS';
const WHOLE_LIBRARY: Scope = { scope_mode: 'all_users' };

const repairLinks = (body: LinkRepair) => unwrap(api.POST('/api/v1/admin/db/repairs/publication-links', { body }));

/** Counts the faults in a scope first. Only what was counted can be repaired. */
export function LinkRepairSection() {
  const [scope, setScope] = useState(WHOLE_LIBRARY);
  const [isAsking, setAsking] = useState(false);
  const options = { mutationKey: REPAIR_KEY, mutationFn: repairLinks, onSettled: refreshAfterRepair };
  const dry = useMutation(options);
  const apply = useMutation({ ...options, onSuccess: dry.reset });
  const isForAll = scope.scope_mode === 'all_users';
  const wouldChange = dry.data ? describeNumbers(dry.data.summary) : [];
  return (
    <Section title={texts.title} hint={texts.hint}>
      <LinkScope
        scope={scope}
        onChange={(next) => {
          setScope(next);
          dry.reset();
          apply.reset();
        }}
      />
      <Group data-mt="md">
        <BusyButton
          isBusy={dry.isPending}
          onClick={() => {
            apply.reset();
            dry.mutate({ ...scope, dry_run: true });
          }}
        >
          {texts.dryRun}
        </BusyButton>
      </Group>
      {dry.data && (
        <Outcome isDryRun title={wouldChange.length === 0 ? texts.nothingToDo : texts.wouldChange}>
          <Numbers lines={wouldChange} />
          {wouldChange.length > 0 && (
            <Button look="primary" onClick={() => setAsking(true)}>
              {texts.apply}
            </Button>
          )}
        </Outcome>
      )}
      {apply.data && (
        <Outcome isDryRun={false} title={texts.applied(apply.data.job_id)}>
          <Numbers lines={describeNumbers(apply.data.summary)} />
        </Outcome>
      )}
      <ProblemText error={dry.error} />
      {isAsking && (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirm={texts.apply}
          {...(isForAll ? { typed: ALL_USERS } : {})}
          lost={scope.gc_orphan_publications ? [...texts.lost, texts.lostOrphans] : texts.lost}
          kept={texts.kept}
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
  return <Text>{lines.length === 0 ? jobs.nothing : lines.join(' · ')}</Text>;
}
