import type { Channel, ChannelChange, NewChannel } from '../../api/shapes.ts';

export type ChannelKind = Channel['kind'];
export type EventKind = Channel['filter']['event_kinds'][number];
export type Schedule = Channel['schedule'];

export const CHANNEL_KINDS = ['mail', 'slack', 'mattermost', 'discord', 'zulip', 'ntfy', 'webhook'] as const;
export const FREQUENCIES = ['daily', 'weekly', 'at_once'] as const;
export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

const KINDS_FOR_PEOPLE: readonly EventKind[] = [
  'publication.new',
  'publication.published',
  'publication.revised',
  'publication.notice',
  'publication.cites_retracted',
  'publication.pdf_found',
  'scholar.added',
  'scholar.needs_attention',
  'source.paused',
  'source.resumed',
  'run.finished',
];

/** What a new channel announces. */
export const DEFAULT_KINDS: readonly EventKind[] = [
  'publication.new',
  'publication.published',
  'publication.revised',
  'publication.notice',
  'publication.cites_retracted',
];

/** What the dialog of a channel edits. */
export interface ChannelDraft {
  readonly kind: ChannelKind;
  /** empty: the name of its kind */
  readonly name: string;
  readonly address: string;
  /** empty: the one that the channel has */
  readonly url: string;
  readonly token: string;
  readonly isOnlySome: boolean;
  readonly scholarIds: readonly number[];
  readonly viewIds: readonly number[];
  readonly eventKinds: readonly EventKind[];
  readonly schedule: Schedule;
}

/** The kinds of events that a channel of this kind can announce. */
export function eventKindsOf(kind: ChannelKind): readonly EventKind[] {
  return kind === 'webhook' ? [...KINDS_FOR_PEOPLE, 'publication.read'] : KINDS_FOR_PEOPLE;
}

/** A daily mail with all new publications, or without mail the same in a chat. */
export function newDraft(address: string, isMailSetUp: boolean): ChannelDraft {
  return {
    ...{ kind: isMailSetUp ? 'mail' : 'slack', name: '', address, url: '', token: '' },
    ...{ isOnlySome: false, scholarIds: [], viewIds: [], eventKinds: DEFAULT_KINDS },
    schedule: {
      ...{ frequency: 'daily', hour: 7, weekdays: [...EVERY_DAY] },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  };
}

export function draftOf({ kind, name, shown_target: target, filter, schedule }: Channel): ChannelDraft {
  const { scholar_profile_ids: scholarIds, view_ids: viewIds, event_kinds: eventKinds } = filter;
  const isOnlySome = scholarIds.length + viewIds.length > 0;
  return {
    ...{ kind, name, address: kind === 'mail' ? target : '', url: '', token: '' },
    ...{ isOnlySome, scholarIds, viewIds, eventKinds, schedule },
  };
}

/**
 * The draft of a new channel with another kind: what this kind can announce, to programs at once and to people every
 * day.
 */
export function withKind(draft: ChannelDraft, kind: ChannelKind): ChannelDraft {
  const eventKinds = draft.eventKinds.filter((one) => eventKindsOf(kind).includes(one));
  const hasOtherReader = (kind === 'webhook') !== (draft.kind === 'webhook');
  return {
    ...{ ...draft, kind },
    eventKinds: eventKinds.length > 0 ? eventKinds : ['publication.new'],
    schedule: hasOtherReader ? withFrequency(draft.schedule, kind === 'webhook' ? 'at_once' : 'daily') : draft.schedule,
  };
}

/** The draft's schedule with another frequency. A weekly message has one day. */
export function withFrequency(schedule: Schedule, frequency: Schedule['frequency']): Schedule {
  const [first = 1] = schedule.weekdays;
  const weekdays = frequency === 'weekly' ? [first] : frequency === 'daily' ? [...EVERY_DAY] : schedule.weekdays;
  return { ...schedule, frequency, weekdays };
}

/** A name that no other channel has: the wanted one, or with a number. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** The body of a new channel. `defaultName` is used if the draft has no name. */
export function newChannelOf(draft: ChannelDraft, defaultName: string): NewChannel {
  return {
    kind: draft.kind,
    name: draft.name.trim() || defaultName,
    target: targetOf(draft),
    ...contentOf(draft),
  };
}

/** What a draft changes of a channel. The service never sends a URL, so an empty one leaves it as it is. */
export function changeOf(draft: ChannelDraft, channel: Channel): ChannelChange {
  const isMoved = channel.kind === 'mail' ? draft.address.trim() !== channel.shown_target : draft.url.trim() !== '';
  return { name: draft.name.trim(), ...(isMoved ? { target: targetOf(draft) } : {}), ...contentOf(draft) };
}

function targetOf({ kind, address, url, token }: ChannelDraft): NewChannel['target'] {
  if (kind === 'mail') return { address: address.trim() };
  return { url: url.trim(), ...(kind === 'ntfy' && token.trim() !== '' ? { token: token.trim() } : {}) };
}

function contentOf({ isOnlySome, scholarIds, viewIds, eventKinds, schedule }: ChannelDraft) {
  return {
    filter: {
      event_kinds: [...eventKinds],
      scholar_profile_ids: isOnlySome ? [...scholarIds] : [],
      view_ids: isOnlySome ? [...viewIds] : [],
    },
    schedule,
  };
}
