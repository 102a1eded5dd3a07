import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Zotero } from '../../api/shapes.ts';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Group } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { ConnectZotero } from './connect-zotero.tsx';
import { CreateSync } from './create-sync.tsx';
import { ImportFromZotero } from './import-from-zotero.tsx';
import { SyncList } from './sync-list.tsx';
import classes from './zotero.module.css';
import { forgetKey, zoteroQuery } from './zotero-query.ts';

/** The user's key for Zotero, the lists that are kept there, and the import of a library. */
export function ZoteroSection() {
  const { data: zotero, error } = useQuery(zoteroQuery);
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const notify = (message: string) => {
    setDone(message);
    // the focused button may disappear
    status.current?.focus();
  };
  if (zotero?.is_enabled === false) return null;
  return (
    <section aria-labelledby="zotero" className={classes.section}>
      <h2 id="zotero" data-mb="xs">
        {texts.title}
      </h2>
      <Text tone="quiet" data-mb="sm" className={classes.hint}>
        {texts.hint}
      </Text>
      <ProblemText error={error} />
      {zotero && <Account account={zotero.account} onDone={notify} />}
      {zotero && (zotero.account || zotero.syncs.length > 0) && <SyncList zotero={zotero} onRemoved={notify} />}
      {zotero?.account && (
        <CreateSync libraries={zotero.account.libraries.filter((one) => one.can_write)} onDone={setDone} />
      )}
      <Text ref={status} role="status" tabIndex={-1} className={classes.status}>
        {done}
      </Text>
      {zotero?.account && <ImportFromZotero libraries={zotero.account.libraries} />}
    </section>
  );
}

function Account({ account, onDone }: { account: Zotero['account']; onDone(message: string): void }) {
  const [isReplacing, setReplacing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  if (account === null || isReplacing)
    return (
      <ConnectZotero
        {...(isReplacing ? { onCancel: () => setReplacing(false) } : {})}
        onConnected={(name) => {
          setReplacing(false);
          onDone(texts.connected(name));
        }}
      />
    );
  return (
    <>
      <p className={classes.account}>
        <strong>{texts.account(account.user_name)}</strong>
      </p>
      <ul className={classes.libraries} aria-label={texts.reaches}>
        {account.libraries.map(({ id, name, can_write }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span className={classes.quiet}>{can_write ? texts.canWrite : texts.readOnly}</span>
          </li>
        ))}
      </ul>
      <Group data-mt="xs">
        <Button isSmall onClick={() => setReplacing(true)}>
          {texts.replaceKey}
        </Button>
        <Button isSmall aria-haspopup="dialog" onClick={() => setLeaving(true)}>
          {texts.disconnect}
        </Button>
      </Group>
      {isLeaving && (
        <ConfirmDialog
          title={texts.disconnectTitle}
          confirm={texts.disconnectConfirm}
          isDestructive
          lost={texts.disconnectLost}
          kept={texts.disconnectKept}
          onConfirm={() => forgetKey().then(() => onDone(texts.disconnected))}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}
