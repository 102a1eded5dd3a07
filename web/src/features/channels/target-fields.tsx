import type { Channel } from '../../api/shapes.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { ChannelDraft } from './channel-draft.ts';

const texts = channelTexts.form;

interface Props {
  readonly draft: ChannelDraft;
  /** the user's own address, to which mail begins at once */
  readonly email: string;
  /** null: a new one */
  readonly channel: Channel | null;
  readonly problems: Readonly<Record<string, string>>;
  onChange(part: Partial<ChannelDraft>): void;
}

/** Where a channel sends to, with a line about its kind and a link to where the URL is found. */
export function TargetFields({ draft, email, channel, problems, onChange }: Props) {
  const { kind } = draft;
  const errorOf = (name: 'address' | 'url' | 'token') => problems[name] && texts.problems[name](problems[name]);
  return (
    <>
      <Text tone="quiet">
        {channelTexts.help[kind]} <Guide kind={kind} />
      </Text>
      {kind === 'mail' ? (
        <TextInput
          type="email"
          label={texts.address}
          value={draft.address}
          required
          autoComplete="email"
          hint={isSameAddress(draft.address, email) ? undefined : texts.otherAddress}
          isHintBelow
          error={errorOf('address')}
          onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
        />
      ) : (
        <TextInput
          type="url"
          label={texts.url}
          value={draft.url}
          placeholder={channelTexts.examples[kind]}
          required={channel === null}
          autoComplete="off"
          spellCheck={false}
          hint={channel ? texts.keepUrl(channel.shown_target) : undefined}
          isHintBelow
          error={errorOf('url')}
          onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      )}
      {kind === 'ntfy' && (channel === null || draft.url !== '') && (
        <PasswordInput
          label={texts.token}
          value={draft.token}
          hint={texts.tokenHint}
          autoComplete="off"
          error={errorOf('token')}
          onChange={({ currentTarget }) => onChange({ token: currentTarget.value })}
        />
      )}
    </>
  );
}

function Guide({ kind }: { kind: ChannelDraft['kind'] }) {
  const url = channelTexts.guides[kind];
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {kind === 'webhook' ? channelTexts.guideOfWebhooks : channelTexts.guide(channelTexts.kinds[kind])}
    </a>
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
