import { useState } from 'react';
import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Text } from '../../ui/text.tsx';
import classes from './duplicates.module.css';

interface Props {
  readonly clusters: readonly Cluster[];
  readonly selected: ReadonlySet<string>;
  onSelect(keys: ReadonlySet<string>): void;
  onMerge(): Promise<unknown>;
  onDismiss(): Promise<unknown>;
}

/** The number of selected clusters and the actions on them. */
export function ClusterSelectionBar({ clusters, selected, onSelect, onMerge, onDismiss }: Props) {
  // keep the count, because the selection is emptied a moment before the dialog closes
  const [pending, setPending] = useState<{ readonly action: 'merge' | 'dismiss'; readonly count: number } | null>(null);
  const confirm = (action: 'merge' | 'dismiss') => setPending({ action, count: selected.size });
  const certain = clusters.filter((one) => one.can_merge_without_review).map(({ cluster_key: key }) => key);
  const close = () => setPending(null);
  return (
    <section className={classes.bar} aria-label={texts.selection}>
      <Text role="status">{texts.selected(selected.size)}</Text>
      <Button look="primary" isSmall disabled={selected.size === 0} onClick={() => confirm('merge')}>
        {texts.merge}
      </Button>
      <Button isSmall disabled={selected.size === 0} onClick={() => confirm('dismiss')}>
        {texts.dismiss}
      </Button>
      {certain.length > 0 && (
        <Button isSmall look="quiet" onClick={() => onSelect(new Set(certain))}>
          {texts.selectCertain(certain.length)}
        </Button>
      )}
      {pending?.action === 'merge' && (
        <ConfirmDialog
          title={texts.mergeTitle(pending.count)}
          confirm={texts.merge}
          lost={texts.mergeLost}
          kept={texts.mergeKept}
          onConfirm={onMerge}
          onClose={close}
        />
      )}
      {pending?.action === 'dismiss' && (
        <ConfirmDialog
          title={texts.dismissTitle(pending.count)}
          confirm={texts.dismiss}
          onConfirm={onDismiss}
          onClose={close}
        >
          <Text>{texts.dismissHint}</Text>
        </ConfirmDialog>
      )}
    </section>
  );
}
