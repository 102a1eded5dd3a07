import { Problem } from '../platform/errors.ts';
import type { QueueStatus } from './item.ts';

export function itemNotFound(): Problem {
  return new Problem('not_found', 'queue_item_not_found', 'You have no queue item with this id.');
}

/** An item's status is in the way; `item` is the one whose status it is. */
export function itemConflict(
  code: 'queue_item_already_queued' | 'queue_item_retrying' | 'queue_item_already_dropped' | 'queue_item_not_dropped',
  message: string,
  item: { readonly id: number; readonly status: QueueStatus },
): Problem {
  return new Problem('conflict', code, message, { queue_item_id: item.id, status: item.status });
}
