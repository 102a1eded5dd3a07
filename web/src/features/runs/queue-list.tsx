import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QueueList as Queue, QueueItem } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type Act, changeItems } from './change-queue.ts';
import { QueueGroup } from './queue-group.tsx';

const texts = runsTexts.queue;
const GROUPS = ['dropped', 'retrying', 'queued'] as const;

/** All that is still to be read, what asks for somebody first. */
export function QueueList({ queue }: { queue: Queue }) {
  const { queue_items: items, pagination } = queue;
  const told = useRef<HTMLParagraphElement>(null);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async ({ act, items: chosen }: { act: Act; items: readonly QueueItem[] }) => {
      await changeItems(act, chosen);
      const [only] = chosen;
      return chosen.length === 1 && only ? texts.told[act](only.scholar_label) : texts.told.many(chosen.length);
    },
    // the button that had the focus is gone with its item
    onSuccess: () => told.current?.focus(),
  });
  return (
    <>
      <ProblemText error={error} />
      <Text ref={told} size="sm" role="status" tabIndex={-1} mb={data ? 'md' : 0}>
        {data}
      </Text>
      {GROUPS.map((status) => (
        <QueueGroup
          key={status}
          status={status}
          items={items.filter((item) => item.status === status)}
          isBusy={isPending}
          onAct={(act, chosen) => mutate({ act, items: chosen })}
        />
      ))}
      {pagination.total_count > items.length && (
        <Text size="sm" c="dimmed">
          {texts.more(pagination.total_count - items.length)}
        </Text>
      )}
    </>
  );
}
