import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { Channel } from '../../api/shapes.ts';
import { channelTexts as texts } from '../../texts/en/channels.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { RowAction, RowActions } from '../../ui/owned-list.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { useNow } from '../../ui/use-now.ts';
import { askForConsent, deleteChannel, rotateSecret, sendTest, setPaused } from './change-channels.ts';
import classes from './channel-list.module.css';
import { deliveriesQuery } from './deliveries-query.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { describeFilter, describeSchedule } from './describe-channel.ts';
import { SecretBox } from './secret-box.tsx';
import { TestResult } from './test-result.tsx';

interface Props {
  readonly channel: Channel;
  onChange(): void;
  onDeleted(): void;
}

/** A channel: where and when it sends, its state, and what can be done with it. */
export function ChannelRow({ channel, onChange, onDeleted }: Props) {
  const { name, kind, is_paused: isPaused, is_confirmed: isConfirmed } = channel;
  const [asked, setAsked] = useState<'delete' | 'secret' | null>(null);
  const [secret, setSecret] = useState<Awaited<ReturnType<typeof rotateSecret>> | null>(null);
  const [isLogOpen, setLogOpen] = useState(false);
  const test = useMutation({ mutationFn: () => sendTest(channel) });
  const { data: log } = useInfiniteQuery({ ...deliveriesQuery(channel.id), enabled: test.data !== undefined });
  const tested = test.data && log?.pages.flatMap((page) => page.deliveries).find(({ id }) => id === test.data.id);
  return (
    <li>
      <h3 dir="auto" className={classes.name}>
        {name}
      </h3>
      <p className={classes.facts}>
        {texts.kinds[kind]} · <bdi>{channel.shown_target}</bdi>
      </p>
      <Times channel={channel} />
      <State channel={channel} shownError={tested?.error ?? null} />
      <RowActions isBelow>
        {isConfirmed && (
          <BusyButton
            {...QUIET}
            aria-label={texts.named(texts.test, name)}
            isBusy={test.isPending}
            onClick={() => test.mutate()}
          >
            {texts.test}
          </BusyButton>
        )}
        <Action label={texts.log} of={name} aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)} />
        <Action label={texts.change} of={name} onClick={onChange} />
        {/* one button, so that it keeps the focus */}
        <Action
          label={isPaused ? texts.resume : texts.pause}
          of={name}
          onClick={() => reportFailure(setPaused(channel, !isPaused))}
        />
        {kind === 'webhook' && <Action label={texts.newSecret} of={name} onClick={() => setAsked('secret')} />}
        <Action label={texts.delete} of={name} isDanger onClick={() => setAsked('delete')} />
      </RowActions>
      {test.data && <TestResult delivery={tested} />}
      <ProblemText error={test.error} />
      {isLogOpen && <DeliveryLog channel={channel} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={texts.remove.title(name)}
          confirm={texts.delete}
          isDestructive
          lost={texts.remove.lost}
          kept={texts.remove.kept}
          onConfirm={async () => {
            await deleteChannel(channel);
            onDeleted();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'secret' && (
        <ConfirmDialog
          title={texts.rotate.title}
          confirm={texts.rotate.confirm}
          onConfirm={async () => setSecret(await rotateSecret(channel))}
          onClose={() => setAsked(null)}
        >
          {texts.rotate.hint}
        </ConfirmDialog>
      )}
      {secret && asked === null && (
        <SecretBox
          secret={secret.secret}
          hint={texts.secret.previous(formatTime(secret.previousValidUntil))}
          onDone={() => setSecret(null)}
        />
      )}
    </li>
  );
}

const QUIET = { isSmall: true, look: 'quiet' } as const;

/** A button whose name says which channel it is for. */
function Action({ of, ...action }: { of: string } & Omit<ComponentProps<typeof RowAction>, 'named'>) {
  return <RowAction named={texts.named(action.label, of)} {...action} />;
}

/** What the channel announces, when, and when it did and will do it. */
function Times({ channel }: { channel: Channel }) {
  const now = useNow();
  const { next_at: next, last_delivered_at: last } = channel;
  const parts = [
    describeFilter(channel.filter),
    describeSchedule(channel.schedule),
    ...(next === null ? [] : [texts.next(formatDistance(next, now))]),
    ...(last === null ? [] : [texts.lastDelivered(formatDistance(last, now))]),
  ];
  return <p className={classes.facts}>{parts.join(' · ')}</p>;
}

/**
 * Why the channel does not send, or why its last attempt failed. Nothing if all is well. `shownError`: what the result
 * of a test says already.
 */
function State({ channel, shownError }: { channel: Channel; shownError: string | null }) {
  const { is_paused: isPaused, pause_reason: reason, is_confirmed: isConfirmed, last_error: lastError } = channel;
  const error = lastError === shownError ? null : lastError;
  if (!isPaused && isConfirmed && error === null) return null;
  return (
    <div className={classes.state} data-stopped={(isPaused && reason !== 'user') || undefined}>
      {isPaused && <p>{texts.paused[reason ?? 'user']}</p>}
      {!isConfirmed && (
        <p>
          {texts.notConfirmed}{' '}
          <Action label={texts.sendLink} of={channel.name} onClick={() => reportFailure(askForConsent(channel))} />
        </p>
      )}
      {error !== null && (
        <p dir="auto">
          {texts.lastError(error)}{' '}
          {!isPaused && (
            <Action label={texts.tryNow} of={channel.name} onClick={() => reportFailure(setPaused(channel, false))} />
          )}
        </p>
      )}
    </div>
  );
}
