import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { countQuery, requeueAll } from './pdf-queue-query.ts';

const { pdfs: said } = adminTexts;
const LIMITS = [100, 1000, 5000];

interface Props {
  onDone(queued: number, requested: number): void;
  onClose(): void;
}

/** Says how many PDFs are missing before it looks for them again. */
export function RequeueAllDialog({ onDone, onClose }: Props) {
  const [limit, setLimit] = useState(1000);
  const [failed, untracked] = useQueries({ queries: [countQuery('failed'), countQuery('untracked')] });
  const { mutate, isPending, error } = useMutation({
    mutationFn: requeueAll,
    onSuccess: ({ queued_count: queued, requested_count: requested }) => {
      onDone(queued, requested);
      onClose();
    },
  });
  const missing = (failed.data ?? 0) + (untracked.data ?? 0);
  return (
    <Dialog title={said.requeueAll} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          {failed.data !== undefined && untracked.data !== undefined && said.missing(failed.data, untracked.data)}{' '}
          {said.requeueAllHint}
        </Text>
        <NativeSelect
          label={said.atMost}
          value={limit}
          onChange={({ currentTarget }) => setLimit(Number(currentTarget.value))}
          data={LIMITS.map((value) => ({ value: String(value), label: formatNumber(value) }))}
        />
        <ProblemText error={failed.error ?? untracked.error ?? error} />
        <Group>
          <BusyButton isBusy={isPending} isOff={missing === 0} data-autofocus onClick={() => mutate(limit)}>
            {said.requeueSome(Math.min(limit, missing))}
          </BusyButton>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
