import { useQuery } from '@tanstack/react-query';
import { channelTexts } from '../../texts/en/channels.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { viewsQuery } from '../views/views-query.ts';
import classes from './channel-dialog.module.css';
import { type ChannelDraft, type EventKind, eventKindsOf } from './channel-draft.ts';
import { PickList } from './pick-list.tsx';

const texts = channelTexts.form;
const [ALL, SOME] = ['all', 'some'];

interface Props {
  readonly draft: ChannelDraft;
  onChange(part: Partial<ChannelDraft>): void;
}

/** What a channel announces: of which scholars and views, and which kinds of events. */
export function FilterFields({ draft, onChange }: Props) {
  return (
    <>
      <Select
        label={texts.what}
        value={draft.isOnlySome ? SOME : ALL}
        data={[
          { value: ALL, label: texts.everything },
          { value: SOME, label: texts.onlySome },
        ]}
        onChange={({ currentTarget }) => onChange({ isOnlySome: currentTarget.value === SOME })}
      />
      {draft.isOnlySome && <SomeFields draft={draft} onChange={onChange} />}
      <details className={classes.more}>
        <summary>{texts.kindsOfNews}</summary>
        <Stack gap="xs">
          {eventKindsOf(draft.kind).map((kind) => (
            <Checkbox
              key={kind}
              label={channelTexts.events[kind]}
              checked={draft.eventKinds.includes(kind)}
              onChange={() => onChange({ eventKinds: toggled(draft.eventKinds, kind) })}
            />
          ))}
          {draft.eventKinds.length === 0 && (
            <Text tone="bad" role="alert">
              {texts.chooseEvent}
            </Text>
          )}
        </Stack>
      </details>
    </>
  );
}

function SomeFields({ draft, onChange }: Props) {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  return (
    <>
      <PickList
        label={texts.scholars}
        options={scholars.map((scholar) => ({ id: scholar.id, name: nameOf(scholar) }))}
        chosen={draft.scholarIds}
        onChange={(scholarIds) => onChange({ scholarIds })}
      />
      {(views.length > 0 || draft.viewIds.length > 0) && (
        <PickList
          label={texts.views}
          options={views}
          chosen={draft.viewIds}
          onChange={(viewIds) => onChange({ viewIds })}
        />
      )}
      {draft.scholarIds.length + draft.viewIds.length === 0 && <Text>{texts.chooseSome}</Text>}
    </>
  );
}

/** Whether a channel with this filter would announce something. */
export function isFilterComplete({ isOnlySome, scholarIds, viewIds, eventKinds }: ChannelDraft): boolean {
  return eventKinds.length > 0 && (!isOnlySome || scholarIds.length + viewIds.length > 0);
}

function toggled(kinds: readonly EventKind[], kind: EventKind): EventKind[] {
  return kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
}
