import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Section } from '../admin/section.tsx';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';

const { drop: texts } = repairTexts;
const CONFIRMATION = 'DROP ALL PUBLICATIONS';

export function DropSection() {
  const [isAsking, setAsking] = useState(false);
  const drop = useMutation({
    mutationKey: REPAIR_KEY,
    mutationFn: () =>
      unwrap(api.POST('/api/v1/admin/db/drop-all-publications', { body: { confirmation_text: CONFIRMATION } })),
    onSettled: refreshAfterRepair,
  });
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Button isDanger onClick={() => setAsking(true)}>
        {texts.ask}
      </Button>
      {drop.data && (
        <Outcome isDryRun={false} title={texts.done}>
          <span>{drop.data.message}</span>
        </Outcome>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.title}
          confirm={texts.confirm}
          isDestructive
          typed={CONFIRMATION}
          lost={texts.lost}
          kept={texts.kept}
          onConfirm={() => drop.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
