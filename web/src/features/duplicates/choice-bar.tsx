import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import classes from './duplicates.module.css';

interface Props {
  readonly clusters: readonly Cluster[];
  readonly chosen: ReadonlySet<string>;
  onChoose(keys: ReadonlySet<string>): void;
  onMerge(): Promise<unknown>;
  onDismiss(): Promise<unknown>;
}

/** How many are chosen, and what can be done with them. */
export function ChoiceBar({ clusters, chosen, onChoose, onMerge, onDismiss }: Props) {
  // as many as there were: once it is done the choice is empty, and the dialog still there for a moment
  const [asking, setAsking] = useState<{ readonly does: 'merge' | 'dismiss'; readonly count: number } | null>(null);
  const ask = (does: 'merge' | 'dismiss') => setAsking({ does, count: chosen.size });
  const sure = clusters.filter((one) => one.can_merge_without_review).map(({ cluster_key: key }) => key);
  const close = () => setAsking(null);
  return (
    <section className={classes.bar} aria-label={said.choice}>
      <Text size="sm" role="status">
        {said.chosen(chosen.size)}
      </Text>
      <Button size="xs" disabled={chosen.size === 0} onClick={() => ask('merge')}>
        {said.merge}
      </Button>
      <Button size="xs" variant="default" disabled={chosen.size === 0} onClick={() => ask('dismiss')}>
        {said.dismiss}
      </Button>
      {sure.length > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChoose(new Set(sure))}>
          {said.chooseSure(sure.length)}
        </Button>
      )}
      {asking?.does === 'merge' && (
        <ConfirmDialog
          title={said.mergeTitle(asking.count)}
          confirm={said.merge}
          lost={said.mergeLost}
          kept={said.mergeKept}
          onConfirm={onMerge}
          onClose={close}
        />
      )}
      {asking?.does === 'dismiss' && (
        <ConfirmDialog
          title={said.dismissTitle(asking.count)}
          confirm={said.dismiss}
          onConfirm={onDismiss}
          onClose={close}
        >
          <Text size="sm">{said.dismissHint}</Text>
        </ConfirmDialog>
      )}
    </section>
  );
}
