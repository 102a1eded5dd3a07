import Type, { type Static } from 'typebox';
import { EVENT_KINDS, type EventKind } from '../events/contract.ts';
import {
  example,
  formerly,
  Id,
  NullableString,
  NullableTime,
  named,
  oneOf,
  oneOfOrNull,
  strict,
  Time,
  withDefault,
} from '../platform/http/shapes.ts';
import { CHANNEL_KINDS } from './target.ts';

export const MAX_CHANNELS = 50;
export const MAX_NAME_LENGTH = 80;

/** What messages for people can announce; webhooks can announce all kinds. */
export const KINDS_FOR_PEOPLE: readonly EventKind[] = EVENT_KINDS.filter((kind) => kind !== 'publication.read');

const ScholarIds = Type.Array(Id, { maxItems: 1000 });

/**
 * Empty lists of scholars and views: everything. A publication passes if it is of one of the scholars or in one of the
 * views.
 */
export const ShownFilter = named(
  'ChannelFilter',
  strict({
    event_kinds: Type.Array(oneOf(EVENT_KINDS), { minItems: 1, maxItems: EVENT_KINDS.length }),
    scholar_profile_ids: ScholarIds,
    scholar_ids: formerly(ScholarIds, 'scholar_profile_ids'),
    view_ids: Type.Array(Id, { maxItems: 100 }),
  }),
);
/** A filter as the database has it, under the former name of the scholars. */
export type ChannelFilter = Omit<Static<typeof ShownFilter>, 'scholar_profile_ids'>;

const { event_kinds, view_ids, ...scholarIds } = ShownFilter.properties;
const EVERY_NEW_PUBLICATION = { event_kinds: ['publication.new' as const], scholar_profile_ids: [], view_ids: [] };
/** The ids of the scholars have no default of their own, because they may come under either name. */
const NewFilter = strict({
  event_kinds: withDefault(event_kinds, EVERY_NEW_PUBLICATION.event_kinds),
  ...Type.Partial(Type.Object(scholarIds)).properties,
  view_ids: withDefault(view_ids, EVERY_NEW_PUBLICATION.view_ids),
});

export const FREQUENCIES = ['at_once', 'daily', 'weekly'] as const;

/**
 * When messages are composed. `at_once` collects the events of some minutes. `hour`, `weekdays` and `time_zone` are for
 * the others.
 */
export const Schedule = named(
  'ChannelSchedule',
  strict({
    frequency: oneOf(FREQUENCIES),
    /** 0 to 23 in the time zone */
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    /** 1: Monday; a weekly message has one day */
    weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
    /** such as Europe/Berlin */
    time_zone: Type.String({ minLength: 1, maxLength: 64 }),
  }),
);
export type Schedule = Static<typeof Schedule>;

const AT_ONCE: Schedule = { frequency: 'at_once', hour: 7, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'UTC' };
/** The frequency has no default of its own, because an hour without it would mean nothing. */
const NewSchedule = strict({
  frequency: Schedule.properties.frequency,
  hour: withDefault(Schedule.properties.hour, AT_ONCE.hour),
  weekdays: withDefault(Schedule.properties.weekdays, AT_ONCE.weekdays),
  time_zone: withDefault(Schedule.properties.time_zone, AT_ONCE.time_zone),
});

/**
 * Why a channel is paused: the user did it, the receiver answered 410 Gone, too many failures, the reader unsubscribed.
 */
export const PAUSE_REASONS = ['user', 'gone', 'failures', 'unsubscribed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const Channel = named(
  'Channel',
  Type.Object({
    id: Type.Integer(),
    kind: oneOf(CHANNEL_KINDS),
    name: Type.String(),
    /** the address of mail; of a URL its host and its last four characters */
    shown_target: Type.String(),
    filter: ShownFilter,
    schedule: Schedule,
    is_paused: Type.Boolean(),
    pause_reason: oneOfOrNull(PAUSE_REASONS),
    /** why the last attempt failed; null if it did not */
    last_error: NullableString,
    last_delivered_at: NullableTime,
    /** when the next message is composed, or tried again; null: when there is news */
    next_at: NullableTime,
    /** false: the owner of the address has not agreed yet */
    is_confirmed: Type.Boolean(),
    created_at: Time,
  }),
);
export type Channel = Static<typeof Channel>;

export const exampleChannel: Channel = {
  id: 3,
  kind: 'mail',
  name: 'Morning mail',
  shown_target: 'ada@example.org',
  filter: { ...EVERY_NEW_PUBLICATION, scholar_ids: [] },
  schedule: { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5], time_zone: 'Europe/Berlin' },
  is_paused: false,
  pause_reason: null,
  last_error: null,
  last_delivered_at: new Date('2026-11-25T06:00:04.000Z'),
  next_at: new Date('2026-11-26T06:00:00.000Z'),
  is_confirmed: true,
  created_at: new Date('2026-11-20T10:00:00.000Z'),
};
export const OneChannel = example(Channel, exampleChannel);

export const ChannelList = named(
  'ChannelList',
  example(
    Type.Object({
      channels: Type.Array(Channel),
      /** whether the operator set up mail */
      mail_is_set_up: Type.Boolean(),
    }),
    { channels: [exampleChannel], mail_is_set_up: true },
  ),
);

/** Where to send to: `address` for mail, `url` for the others, `token` for a protected topic of ntfy. */
export const NewTarget = named(
  'ChannelTarget',
  strict({
    address: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
);
export type NewTarget = Static<typeof NewTarget>;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });

export const NewChannel = named(
  'NewChannel',
  example(
    strict({
      kind: oneOf(CHANNEL_KINDS),
      name: Name,
      target: NewTarget,
      filter: withDefault(NewFilter, EVERY_NEW_PUBLICATION),
      schedule: withDefault(NewSchedule, AT_ONCE),
    }),
    {
      kind: 'mail',
      name: exampleChannel.name,
      target: { address: 'ada@example.org' },
      filter: EVERY_NEW_PUBLICATION,
      schedule: exampleChannel.schedule,
    },
  ),
);
/** What a filter or a schedule leaves out stays as it is. */
export const ChannelChange = named(
  'ChannelChange',
  example(
    strict({
      name: Type.Optional(Name),
      target: Type.Optional(NewTarget),
      filter: Type.Optional(strict(Type.Partial(ShownFilter).properties)),
      schedule: Type.Optional(strict(Type.Partial(Schedule).properties)),
      is_paused: Type.Optional(Type.Boolean()),
    }),
    { is_paused: true },
  ),
);

/** A new channel; for a webhook with the secret that verifies its signatures, which is shown only now. */
export const CreatedChannel = named(
  'CreatedChannel',
  example(Type.Object({ ...Channel.properties, signing_secret: NullableString, channel: formerly(Channel, 'data') }), {
    ...exampleChannel,
    channel: exampleChannel,
    signing_secret: null,
  }),
);

/** After a rotation messages are signed with both secrets for a day. */
export const RotatedSecret = example(Type.Object({ signing_secret: Type.String(), previous_valid_until: Time }), {
  signing_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  previous_valid_until: new Date('2026-11-26T10:00:00.000Z'),
});

export const DELIVERY_STATUSES = ['waiting', 'handed_over', 'delivered', 'unconfirmed', 'failed'] as const;

export const Delivery = named(
  'Delivery',
  Type.Object({
    id: Type.Integer(),
    status: oneOf(DELIVERY_STATUSES),
    is_test: Type.Boolean(),
    event_count: Type.Integer(),
    /** the titles of the first three publications in it */
    titles: Type.Array(Type.String()),
    attempt_count: Type.Integer(),
    /** why the last attempt failed */
    error: NullableString,
    created_at: Time,
    ended_at: NullableTime,
    /** when it is tried again; null: not by itself */
    next_attempt_at: NullableTime,
  }),
);
export type Delivery = Static<typeof Delivery>;

export const exampleDelivery: Delivery = {
  id: 88,
  status: 'delivered',
  is_test: false,
  event_count: 2,
  titles: ['Grain size and the age of sediment', 'A quiet year in the delta'],
  attempt_count: 1,
  error: null,
  created_at: new Date('2026-11-25T06:00:00.000Z'),
  ended_at: new Date('2026-11-25T06:00:04.000Z'),
  next_attempt_at: null,
};
export const OneDelivery = example(Delivery, exampleDelivery);

export const DeliveryQuery = strict({
  before: Type.Optional({ ...Id, description: 'The id of the last delivery of the page before.' }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many deliveries a page has at most.' }),
  ),
});
export const DeliveryPage = named(
  'DeliveryPage',
  example(Type.Object({ deliveries: Type.Array(Delivery), has_more: Type.Boolean() }), {
    deliveries: [exampleDelivery],
    has_more: false,
  }),
);

export const ReplayPath = strict({ id: Id, delivery_id: Id });
