import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '../../api/shapes.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { addChannel, changeChannel } from './change-channels.ts';
import {
  CHANNEL_KINDS,
  type ChannelDraft,
  type ChannelKind,
  changeOf,
  draftOf,
  freeName,
  newChannelOf,
  newDraft,
  withKind,
} from './channel-draft.ts';
import { FilterFields, isFilterComplete } from './filter-fields.tsx';
import { isScheduleComplete, ScheduleFields } from './schedule-fields.tsx';
import { SecretBox } from './secret-box.tsx';
import { TargetFields } from './target-fields.tsx';

const texts = channelTexts.form;
const MAX_NAME_LENGTH = 80;

interface Props {
  /** null: a new channel */
  readonly channel: Channel | null;
  readonly takenNames: readonly string[];
  /** the user's own address */
  readonly email: string;
  readonly isMailSetUp: boolean;
  onClose(): void;
}

/** Adds or changes a channel. The secret of a new webhook then replaces the form, and is shown once. */
export function ChannelDialog({ channel, takenNames, email, isMailSetUp, onClose }: Props) {
  const [draft, setDraft] = useState(() => (channel ? draftOf(channel) : newDraft(email, isMailSetUp)));
  const defaultName = freeName(channelTexts.kinds[draft.kind], takenNames);
  const change = (part: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...part }));
  const saving = useMutation({
    mutationFn: async () => {
      if (channel === null) return addChannel(newChannelOf(draft, defaultName));
      await changeChannel(channel.id, changeOf(draft, channel));
      return null;
    },
    onSuccess: (created) => created === null && onClose(),
    // do not keep the secret in the cache
    gcTime: 0,
  });
  const { error, data: secret } = saving;
  const problems = fieldProblems(error);
  const isMailMissing = draft.kind === 'mail' && channel === null && !isMailSetUp;
  if (secret) return <SecretBox secret={secret} hint={null} onDone={onClose} />;
  return (
    <FormDialog
      title={channel === null ? texts.add : texts.change}
      submit={channel === null ? texts.add : texts.save}
      saving={saving}
      isAtField={isAtField(problems)}
      isDisabled={isMailMissing || !isFilterComplete(draft) || !isScheduleComplete(draft.schedule)}
      onSubmit={saving.mutate}
      onClose={onClose}
    >
      {channel === null && (
        <Select
          label={texts.kind}
          data-autofocus
          value={draft.kind}
          data={CHANNEL_KINDS.map((value) => ({ value, label: channelTexts.kinds[value] }))}
          onChange={({ currentTarget }) => setDraft(withKind(draft, currentTarget.value as ChannelKind))}
        />
      )}
      {isMailMissing ? (
        <Text role="note">{channelTexts.noMail}</Text>
      ) : (
        <TargetFields draft={draft} email={email} channel={channel} problems={problems} onChange={change} />
      )}
      <TextInput
        label={texts.name}
        data-autofocus={channel !== null || undefined}
        value={draft.name}
        placeholder={channel === null ? defaultName : undefined}
        required={channel !== null}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={problems.name && texts.problems.name(problems.name)}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <FilterFields draft={draft} onChange={change} />
      <ScheduleFields
        schedule={draft.schedule}
        isBundled={draft.kind !== 'webhook'}
        problems={problems}
        onChange={(schedule) => change({ schedule })}
      />
    </FormDialog>
  );
}

/** Whether each mistake is shown at its field. */
function isAtField(problems: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(problems);
  return names.length > 0 && names.every((name) => name in texts.problems);
}
