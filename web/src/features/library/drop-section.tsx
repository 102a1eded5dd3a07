import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Section } from '../admin/section.tsx';
import { REPAIR_KEY, refreshAfterRepair } from '../repairs/jobs-query.ts';

const { drop: said } = repairTexts;
const CONFIRMATION = 'DROP ALL PUBLICATIONS';

export function DropSection() {
  const [isAsking, setAsking] = useState(false);
  const drop = useMutation({
    mutationKey: REPAIR_KEY,
    mutationFn: () =>
      take(api.POST('/api/v1/admin/db/drop-all-publications', { body: { confirmation_text: CONFIRMATION } })),
    onSettled: refreshAfterRepair,
  });
  return (
    <Section title={said.title} hint={said.hint}>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        {said.ask}
      </Button>
      {drop.data && (
        <Outcome isDryRun={false} title={said.done}>
          <span>{drop.data.message}</span>
        </Outcome>
      )}
      {isAsking && (
        <ConfirmDialog
          title={said.title}
          confirm={said.confirm}
          isDestructive
          typed={CONFIRMATION}
          lost={said.lost}
          kept={said.kept}
          onConfirm={() => drop.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
