import { count } from '../count.ts';

interface Unsaved {
  readonly notes: number;
  /** what the user said of publications */
  readonly marks: number;
}

/** The subject and the verb: "2 notes and 1 other change are". */
function nameUnsaved({ notes, marks }: Unsaved): string {
  if (marks === 0) return count(notes, 'note is', 'notes are');
  if (notes === 0) return count(marks, 'change is', 'changes are');
  return `${count(notes, 'note', 'notes')} and ${count(marks, 'other change', 'other changes')} are`;
}

/** Texts of the account page. */
export const accountTexts = {
  title: 'Account',
  windowTitle: 'Account · Lectern',
  signedInAs: (email: string) => `Signed in as ${email}.`,
  signOut: 'Sign out',
  showCharacters: 'Show characters',

  browser: {
    title: 'Browser settings',
    hint: 'Saved in this browser only.',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  },

  changePassword: 'Change password',
  passwordHint: 'This signs you out everywhere else.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmPassword: 'Confirm new password',
  passwordRule: '12 to 256 characters, and hard to guess',
  passwordChanged: 'Password changed. You are signed out everywhere else.',

  choose: {
    title: 'Choose your own password',
    windowTitle: 'Choose your own password · Lectern',
    intro: (email: string) => `An administrator set the password of ${email}. Replace it with one that only you know.`,
    temporary: 'Temporary password',
    wrong: 'This is not the temporary password. Try again.',
    submit: 'Save password',
  },

  sessions: {
    title: 'Sessions',
    hint: 'A session expires after 14 days without use. Ended sessions have to sign in again. Nothing else is lost.',
    current: 'This browser',
    used: (when: string) => `last used ${when}`,
    since: (when: string) => `signed in ${when}`,
    unknown: 'Unknown browser',
    onSystem: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'End',
    endNamed: (session: string) => `End: ${session}`,
    endOthers: 'End all other sessions',
    ended: 'Session ended.',
    endedOthers: (n: number) => `Ended ${count(n, 'other session', 'other sessions')}.`,
  },

  signIns: {
    title: 'Recent sign-ins',
    hint: 'Attempts to sign in to your account in the last 90 days. If one is not yours, change your password.',
    failed: 'Failed',
    showAll: (n: number) => `Show all ${n}`,
  },

  confirm: {
    title: 'Confirm your password',
    hint: 'You entered it more than an hour ago. Enter it again to continue.',
    wrong: 'This is not your current password. Try again.',
    confirm: 'Confirm',
  },

  unsaved: {
    title: (unsaved: Unsaved) => `${nameUnsaved(unsaved)} not saved`,
    hint: ({ notes, marks }: Unsaved) => {
      const [it, itsChangesAre, itIs] =
        notes + marks === 1
          ? ['it', 'its latest changes are', 'it is']
          : ['them', 'their latest changes are', 'they are'];
      return `Lectern could not save ${it}. If you sign out now, ${marks === 0 ? itsChangesAre : itIs} lost.`;
    },
    stay: 'Stay signed in',
    leave: 'Sign out and lose changes',
  },

  unreachable: {
    title: 'Not signed out yet',
    windowTitle: 'Sign out · Lectern',
    hint: 'Your data is deleted from this browser, but Lectern could not be reached, so your session is still open. Try again before you leave this browser to somebody else.',
  },

  tokens: {
    title: 'API tokens',
    hint: 'A token lets a program use Lectern as you.',
    docs: 'API reference',
    none: 'No tokens yet.',
    scopes: { read: 'Read', write: 'Read and write', admin: 'Read, write and administer' },
    created: (when: string) => `created ${when}`,
    neverUsed: 'never used',
    used: (when: string) => `last used ${when}`,
    expires: (when: string) => `expires ${when}`,
    noExpiry: 'no expiry',
    expired: 'expired',
    delete: 'Delete',
    deleteNamed: (name: string) => `Delete: ${name}`,
    deleted: (name: string) => `“${name}” deleted. It no longer works.`,

    create: 'Create token',
    name: 'Name',
    namePlaceholder: 'Nightly export',
    scope: 'Permissions',
    expiry: 'Expiry',
    days: (n: number) => count(n, 'day', 'days'),
    never: 'No expiry',
    password: 'Your password',
    passwordHint: 'A token can do what you can. Confirm with your password.',

    newTitle: (name: string) => `Token “${name}” created`,
    newHint: 'Copy it now. It is not shown again.',
    token: 'Token',
    done: 'Done',
  },
};
