import { description, type operations } from '../openapi-description.ts';

export type Walked = (typeof operations)[number];

/**
 * The operations that respond without signing in with another status than 401, each with its reason. Add new ones
 * deliberately.
 */
export const OPEN: Readonly<Record<string, { readonly why: string; readonly status: number; readonly code?: string }>> =
  {
    postAuthLogin: { why: 'who signs in has no session yet', status: 403, code: 'csrf_missing' },
    postAuthSetup: { why: 'the first administrator has no account yet', status: 403, code: 'csrf_missing' },
    getAuthCsrf: { why: 'who signs in needs the token first', status: 200 },
    getFeedsBySecretAtom: { why: 'feed readers have no account; the address has a secret', status: 200 },
    getFeedsBySecretJson: { why: 'feed readers have no account; the address has a secret', status: 200 },
    getPBySlug: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugAtom: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugBib: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugByKey: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugJs: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugJson: { why: 'anybody may read what a user published', status: 200 },
    getPBySlugRis: { why: 'anybody may read what a user published', status: 200 },
    getMailByToken: { why: 'the link in a mail has a signature', status: 200 },
    postMailByToken: { why: 'the link in a mail has a signature', status: 200 },
    getHealthz: { why: 'probes have no account; it reveals nothing about any user', status: 200 },
  };

/** Without signing in a picture is as absent as for another user. */
export const isPicture = ({ path }: Walked): boolean => path.startsWith('/scholar-images/');
export const isOfAdmins = ({ path }: Walked): boolean => path.startsWith('/api/v1/admin/');
/** The address itself is the permission, whoever uses it. */
const isByLink = ({ path }: Walked): boolean => path.startsWith('/mail/');
export const changes = (walked: Walked): boolean => walked.method !== 'get' && !isByLink(walked);

/** The minimum scope of an API token for it; null: tokens cannot call it. */
export function scopeOf({ operation }: Walked): string | null {
  const security = operation.security ?? description.security;
  return security.find((way) => way.token)?.token?.[0] ?? null;
}

/** The described error codes of the operation for a status. */
export function codesOf({ operation }: Walked, status: number): string[] {
  const words = operation.responses[status]?.description ?? '';
  return words.replace(/^One of: /, '').split(', ');
}
