import Type, { type Static } from 'typebox';
import { example, NullableString, oneOf, strict } from '../../platform/http/shapes.ts';

export const LinkPath = strict({ token: Type.String({ minLength: 1, maxLength: 150 }) });

/**
 * What a mail program sends to unsubscribe (RFC 8058, section 3.2). The link says what to do, so nothing is read of it.
 */
export const OneClickBody = example(Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String()) }), {
  'List-Unsubscribe': 'One-Click',
});

/**
 * What a link in a mail does: stop the channel's mail, agree to it, mark the publications of a mail as read, or take
 * that back.
 */
export const LINK_ACTIONS = ['unsubscribe', 'confirm', 'mark_read', 'undo_mark_read'] as const;

const facts = {
  action: oneOf(LINK_ACTIONS),
  channel_name: Type.String(),
  /** where the channel sends to */
  address: Type.String(),
  /** publications that it would change, or changed */
  count: Type.Integer(),
  /** it has been done, so using the link changes nothing */
  is_done: Type.Boolean(),
};

export const ShownLink = Type.Object(facts);
export type ShownLink = Static<typeof ShownLink>;
const exampleLink: ShownLink = {
  action: 'mark_read',
  channel_name: 'Morning mail',
  address: 'ada@example.org',
  count: 12,
  is_done: false,
};
export const OneLink = example(ShownLink, exampleLink);

/** After a link was used. `undo_token`: of the link that takes it back; null: it cannot be taken back */
export const UsedLink = example(Type.Object({ ...facts, undo_token: NullableString }), {
  ...exampleLink,
  is_done: true,
  undo_token: 'unread-7-12-1795600000000-kX0a1b2c3d4e5f6g7h8i9j',
});
export type UsedLink = Static<typeof UsedLink>;
