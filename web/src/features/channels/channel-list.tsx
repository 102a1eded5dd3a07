import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Channel } from '../../api/shapes.ts';
import { channelTexts as texts } from '../../texts/en/channels.ts';
import { Button } from '../../ui/button.tsx';
import { OwnedList } from '../../ui/owned-list.tsx';
import { sessionQuery } from '../accounts/session-query.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import classes from './channel-list.module.css';
import { ChannelRow } from './channel-row.tsx';
import { channelsQuery } from './channels-query.ts';

/** The user's channels. They can be added, changed, tested, paused and deleted. */
export function ChannelList() {
  const { data, error } = useQuery({ ...channelsQuery, staleTime: 0 });
  const { data: session } = useSuspenseQuery(sessionQuery);
  // null: a new one
  const [edited, setEdited] = useState<{ channel: Channel | null } | null>(null);
  if (session === null) return null;
  return (
    <section aria-labelledby="channels">
      <h2 id="channels">{texts.channels}</h2>
      <p className={classes.intro}>{texts.intro}</p>
      {data && (
        <Button look="primary" onClick={() => setEdited({ channel: null })}>
          {texts.add}
        </Button>
      )}
      {data && data.channels.length > 0 && <ManualRunsNote />}
      <OwnedList
        items={data?.channels}
        error={error}
        label={texts.channels}
        none={texts.none}
        noneHint={texts.noneHint}
      >
        {(channel, onDeleted) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            onChange={() => setEdited({ channel })}
            onDeleted={onDeleted}
          />
        )}
      </OwnedList>
      {data && edited && (
        <ChannelDialog
          channel={edited.channel}
          takenNames={data.channels.map(({ name }) => name)}
          email={session.user.email}
          isMailSetUp={data.mail_is_set_up}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** Says that nothing is found by itself, if so. */
function ManualRunsNote() {
  const { data: settings } = useQuery(settingsQuery);
  if (settings === undefined || settings.auto_run_enabled) return null;
  return (
    <p className={classes.note} role="note">
      {texts.manualRuns} {settings.policy.automation_allowed && <Link to="/settings">{texts.scheduleRuns}</Link>}
    </p>
  );
}
