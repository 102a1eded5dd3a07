import { count } from '../count.ts';

/** What the administration says, beside the repairs. */
export const adminTexts = {
  title: 'Admin',
  windowTitle: (section: string | undefined) => `${section === undefined ? '' : `${section} · `}Admin · Lectern`,
  sections: 'Administration',
  section: {
    users: 'Users',
    library: 'Library',
    duplicates: 'Near duplicates',
    pdfs: 'PDFs',
    sources: 'Sources',
    audit: 'Audit',
  },
  notForYou: 'Only for administrators',
  notForYouHint: 'You are signed in as a reader. Ask an administrator of this service for what you need.',
  toStart: 'To the publications',

  users: {
    title: 'Users',
    hint: 'Whoever is switched off cannot sign in: all of their sessions and API tokens end at once. What they track and marked stays.',
    add: 'Add a user',
    addNow: 'Add',
    added: 'can sign in now. Tell them the password; they can change it under Account.',
    makeAdmin: 'Administrator',
    makeAdminHint: 'May do all that these pages offer, for everybody.',
    passwordRule: '12 to 256 characters, and none of those that everybody tries first',
    you: '(you)',
    admin: 'Administrator',
    reader: 'Reader',
    since: (day: string) => `since ${day}`,
    active: 'active',
    inactive: 'switched off',
    mayComeIn: (email: string) => `${email} may sign in`,
    reset: 'Reset password',
    resetNow: 'Reset',
    resetHint:
      'All sessions and API tokens of this user end at once. Tell them the new password: the service sends no mail.',
    resetHintSelf:
      'This is your own account. This session goes on; all your other sessions and your API tokens end at once.',
    resetDone: 'The password is reset. The sessions and API tokens of this user have ended.',
    resetDoneSelf: 'The password is reset. Your other sessions and your API tokens have ended.',
    more: (total: number) => `There are ${count(total, 'user', 'users')}; the first 500 are shown.`,
  },
};
