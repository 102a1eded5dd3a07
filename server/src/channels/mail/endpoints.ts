import { ownedNotFound } from '../../library/owned.ts';
import { endpoint, openEndpoint } from '../../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../../platform/http/shapes.ts';
import { CHANNELS, findChannelKind } from '../channel-store.ts';
import { LinkPath, OneClickBody, OneLink, UsedLink } from './contract.ts';
import { sendConfirmation } from './request-confirmation.ts';
import * as link from './use-link.ts';

const ASKED = 'A mail asks the owner of the address to agree.';
const LINK_ERRORS = ['mail_link_not_found', 'mail_link_expired'] as const;

export const askAgain = endpoint({
  summary: "Ask the owner of a mail channel's address once more to agree; does nothing if they did",
  description: 'An address is asked only a few times a day.',
  path: IdInPath,
  response: messageLike(ASKED),
  errors: ['channel_not_found', 'mail_not_set_up', 'mail_not_sent'],
  async handle({ user, path, ...services }) {
    if ((await findChannelKind(services.db, user.id, path.id)) === undefined) throw ownedNotFound(CHANNELS);
    await sendConfirmation(services, path.id);
    return { message: ASKED };
  },
});

export const showLink = openEndpoint({
  summary: 'Get what a link in a mail would do; a browser gets the page that asks for it',
  description: 'Changes nothing, because mail programs open links before people do.',
  path: LinkPath,
  response: OneLink,
  errors: LINK_ERRORS,
  handle: ({ request, reply, path, ...services }) =>
    request.server.webPage?.(request, reply) ?? link.describeLink(services, path.token),
});

export const useLink = openEndpoint({
  summary: 'Do what a link in a mail says; needs no session, because the link has a signature',
  description: 'This is also what mail programs send to unsubscribe with one click (RFC 8058).',
  path: LinkPath,
  body: OneClickBody,
  upload: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  response: UsedLink,
  errors: [...LINK_ERRORS, 'undo_expired', 'nothing_to_undo'],
  handle: ({ path, ...services }) => link.useLink(services, path.token),
});
