import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Zotero, ZoteroSync } from '../../api/shapes.ts';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDistance } from '../../ui/format.ts';
import { OwnedList, RowAction, RowActions } from '../../ui/owned-list.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './zotero.module.css';
import { pushSync, removeSync } from './zotero-query.ts';

/** The lists that are kept in Zotero, with what their last push did. */
export function SyncList({ zotero, onRemoved }: { zotero: Zotero; onRemoved(message: string): void }) {
  const [leaving, setLeaving] = useState<ZoteroSync | null>(null);
  const libraryOf = (id: string) => zotero.account?.libraries.find((one) => one.id === id)?.name ?? id;
  return (
    <>
      <h3>{texts.syncs}</h3>
      <OwnedList items={zotero.syncs} error={null} label={texts.syncs} none={texts.none}>
        {(sync) => (
          <SyncRow
            key={sync.id}
            sync={sync}
            library={libraryOf(sync.library)}
            canPush={zotero.account !== null}
            onRemove={() => setLeaving(sync)}
          />
        )}
      </OwnedList>
      {leaving && (
        <ConfirmDialog
          title={texts.removeTitle(leaving.name)}
          confirm={texts.removeConfirm}
          isDestructive
          lost={texts.removeLost}
          kept={texts.removeKept}
          onConfirm={() => removeSync(leaving.id).then(() => onRemoved(texts.removed(leaving.name)))}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly sync: ZoteroSync;
  readonly library: string;
  readonly canPush: boolean;
  onRemove(): void;
}

function SyncRow({ sync, library, canPush, onRemove }: RowProps) {
  const { id, name, scope, state, result, pushed_at: pushedAt } = sync;
  const now = useNow();
  const push = useMutation({ mutationFn: (isDryRun: boolean) => pushSync(id, isDryRun) });
  const when = pushedAt === null ? texts.states.new : texts.pushedAt(formatDistance(pushedAt, now));
  const preview = push.data ?? null;
  return (
    <li>
      <div className={classes.head}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.quiet}>{texts.inLibrary(texts.scopes[scope], library)}</span>
        <span className={classes.quiet}>{state === 'waiting' ? when : texts.states[state]}</span>
      </div>
      {/* read by screen readers when a preview arrives or a push ends */}
      <div role="status">
        {preview ? (
          <Text>{texts.previewOf(preview)}</Text>
        ) : (
          result && <Text className={classes.quiet}>{texts.result(result)}</Text>
        )}
        {(preview ?? result)?.problem && <Text tone="bad">{(preview ?? result)?.problem}</Text>}
      </div>
      <ProblemText error={push.error} />
      <RowActions isBelow>
        {canPush && (
          <>
            <RowAction
              label={texts.preview}
              named={texts.previewNamed(name)}
              disabled={push.isPending || state === 'pushing'}
              onClick={() => push.mutate(true)}
            />
            <RowAction
              label={texts.push}
              named={texts.pushNamed(name)}
              disabled={push.isPending || state === 'pushing'}
              onClick={() => push.mutate(false)}
            />
          </>
        )}
        <RowAction
          label={texts.remove}
          named={texts.removeNamed(name)}
          isDanger
          aria-haspopup="dialog"
          onClick={onRemove}
        />
      </RowActions>
    </li>
  );
}
