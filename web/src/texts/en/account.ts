import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

/** What the page of one's own account says. */
export const accountTexts = {
  title: 'Account',
  windowTitle: 'Account · Lectern',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  signOut: 'Sign out',

  browser: {
    title: 'In this browser',
    hint: 'This browser keeps it for itself; your other ones do as they are told there.',
    scheme: 'Light or dark',
  },

  changePassword: 'Change password',
  passwordHint: 'All your other sessions end with it.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatedPassword: 'New password again',
  passwordRule: '12 to 256 characters',
  passwordChanged: 'The password is changed. Your other sessions have ended.',

  sessions: {
    title: 'Where you are signed in',
    hint: 'A session ends by itself after 14 days without use. Who is ended has to sign in again; nothing else is lost.',
    here: 'This browser',
    used: (when: string) => `last used ${when}`,
    since: (when: string) => `signed in ${when}`,
    unknown: 'Unknown browser',
    onSystem: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'End',
    of: (does: string, what: string) => `${does}: ${what}`,
    endOthers: 'End all others',
    ended: 'The session has ended.',
    endedOthers: (n: number) => `${count(n, 'other session has', 'other sessions have')} ended.`,
  },

  tokens: {
    title: 'API tokens',
    hint: 'With a token, a program of yours uses Lectern as you.',
    docs: 'What it can ask for',
    none: 'There are no tokens.',
    scopes: { read: 'read', write: 'read and write', admin: 'read, write and administer' },
    made: (when: string) => `made ${when}`,
    neverUsed: 'never used',
    used: (when: string) => `last used ${when}`,
    ends: (when: string) => `ends ${when}`,
    endless: 'does not end',
    over: 'has ended',
    remove: 'Delete',
    of: (does: string, name: string) => `${does}: ${name}`,
    removed: (name: string) => `${name} is deleted: who still sends it is refused.`,

    make: 'Make a token',
    name: 'What it is for',
    namePlaceholder: 'nightly export',
    scope: 'What it may do',
    expiry: 'Ends',
    days: (n: number) => `after ${formatNumber(n)} days`,
    never: 'never',
    password: 'Your password',
    passwordHint: 'Such a token is worth as much as your account: Lectern asks whether it is you.',

    newTitle: (name: string) => `The token “${name}” is made`,
    newHint: 'Copy it now: it is not shown again.',
    token: 'Token',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'It is marked: copy it with the keys of your system.',
    done: 'I have it',
  },
};
