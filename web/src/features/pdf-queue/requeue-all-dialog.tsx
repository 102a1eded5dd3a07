import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { adminTexts } from '../../texts/en/admin.ts';
import { texts as common } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Group, Stack } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { countQuery, requeueAll } from './pdf-queue-query.ts';

const { pdfs: texts } = adminTexts;
const LIMITS = [100, 1000, 5000];

interface Props {
  onDone(queued: number, requested: number): void;
  onClose(): void;
}

/** Shows how many PDFs are missing, and queues searches for them. */
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
    <Dialog title={texts.requeueAll} onClose={onClose}>
      <Stack>
        <Text>
          {failed.data !== undefined && untracked.data !== undefined && texts.missing(failed.data, untracked.data)}{' '}
          {texts.requeueAllHint}
        </Text>
        <Select
          label={texts.limit}
          value={limit}
          onChange={({ currentTarget }) => setLimit(Number(currentTarget.value))}
          data={LIMITS.map((value) => ({ value: String(value), label: formatNumber(value) }))}
        />
        <ProblemText error={failed.error ?? untracked.error ?? error} />
        <Group>
          <BusyButton
            look="primary"
            isBusy={isPending}
            isDisabled={missing === 0}
            data-autofocus
            onClick={() => mutate(limit)}
          >
            {texts.requeueSome(Math.min(limit, missing))}
          </BusyButton>
          <Button onClick={onClose}>{common.cancel}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
