import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QueueList as Queue, QueueItem } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { type Action, changeItems } from './change-queue.ts';
import { labelOfItem } from './describe-item.ts';
import { QueueGroup } from './queue-group.tsx';

const texts = runsTexts.queue;
const GROUPS = ['dropped', 'retrying', 'queued'] as const;

/** The queue. Dropped items come first, because they need a decision. */
export function QueueList({ queue }: { queue: Queue }) {
  const { queue_items: items, pagination } = queue;
  const status = useRef<HTMLParagraphElement>(null);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async ({ act, items: selected }: { act: Action; items: readonly QueueItem[] }) => {
      await changeItems(act, selected);
      const [only] = selected;
      return selected.length === 1 && only ? texts.done[act](labelOfItem(only)) : texts.done.many(selected.length);
    },
    // the focused button disappears with its item
    onSuccess: () => status.current?.focus(),
  });
  return (
    <>
      <ProblemText error={error} />
      <Text ref={status} role="status" tabIndex={-1} data-mb={data && 'md'}>
        {data}
      </Text>
      {GROUPS.map((status) => (
        <QueueGroup
          key={status}
          status={status}
          items={items.filter((item) => item.status === status)}
          isBusy={isPending}
          onAction={(act, selected) => mutate({ act, items: selected })}
        />
      ))}
      {pagination.total_count > items.length && (
        <Text tone="quiet">{texts.more(pagination.total_count - items.length)}</Text>
      )}
    </>
  );
}
