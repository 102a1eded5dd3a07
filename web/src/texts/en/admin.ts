import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';

/** Texts of the admin pages, except reports, repairs and near duplicates. */
export const adminTexts = {
  title: 'Admin',
  windowTitle: (section: string | undefined) => `${section === undefined ? '' : `${section} · `}Admin · Lectern`,
  sections: 'Admin',
  section: {
    users: 'Users',
    library: 'Library',
    duplicates: 'Near duplicates',
    pdfs: 'PDFs',
    sources: 'Sources',
    audit: 'Audit log',
  },
  notAllowed: 'Administrators only',
  notAllowedHint: 'You do not have administrator access. Ask an administrator of this server for help.',
  toPublications: 'Go to publications',

  users: {
    title: 'Users',
    hint: 'Disabled users cannot sign in. Their sessions and API tokens end at once. Their scholars and marks are kept.',
    add: 'Add user',
    confirmAdd: 'Add',
    added: 'can sign in now. Send them the password. They must choose their own within 7 days.',
    makeAdmin: 'Administrator',
    makeAdminHint: 'Can use all admin pages and manage all users.',
    passwordRule: '12 to 256 characters, and hard to guess',
    you: '(you)',
    admin: 'Administrator',
    user: 'User',
    since: (day: string) => `since ${day}`,
    active: 'active',
    disabled: 'disabled',
    temporary: (day: string) => `temporary password until ${day}`,
    temporaryExpired: 'temporary password expired: reset it',
    allowSignIn: (email: string) => `Allow sign-in: ${email}`,
    reset: 'Reset password',
    resetNamed: (email: string) => `Reset password: ${email}`,
    confirmReset: 'Reset',
    resetHint:
      'All sessions and API tokens of this user end at once. Lectern sends no email, so send them the new password yourself. They must choose their own within 7 days.',
    resetHintSelf:
      'This is your own account. You stay signed in here. Your other sessions and your API tokens end at once.',
    resetDone: 'Password reset. This user’s sessions and API tokens have ended.',
    resetDoneSelf: 'Password reset. Your other sessions and your API tokens have ended.',
    more: (total: number) => `Showing the first 500 of ${count(total, 'user', 'users')}.`,
  },

  pdfs: {
    title: 'PDFs',
    hint: 'Searches for open copies, most recent first. Failed ones are retried, less and less often.',
    filter: 'Search status',
    all: 'All',
    state: {
      queued: 'Queued',
      running: 'Searching',
      failed: 'None found',
      resolved: 'Found',
      untracked: 'Not searched',
    },
    publication: (id: number) => `publication ${id}`,
    requestedBy: 'requested by',
    open: 'Open PDF',
    attempts: (n: number) => (n === 0 ? 'not tried yet' : count(n, 'attempt', 'attempts')),
    last: (time: string) => `last attempt ${time}`,
    next: (when: string) => `next attempt ${when}`,
    requeue: 'Search again',
    requeueNamed: (title: string) => `Search again: ${title}`,
    requeueAll: 'Search for all missing',
    missing: (failed: number, untracked: number) =>
      [
        ...(failed > 0 ? [`${count(failed, 'search', 'searches')} found nothing.`] : []),
        ...(untracked > 0
          ? [`${count(untracked, 'publication has', 'publications have')} not been searched yet.`]
          : []),
      ].join(' '),
    requeueAllHint:
      'The oldest failures come first. This may take a while, because searches that a user is waiting for come before these. Recent responses from sources are reused.',
    limit: 'Limit',
    requeueSome: (n: number) => `Search for ${count(n, 'PDF', 'PDFs')}`,
    requeued: (queued: number, requested: number) =>
      queued === requested
        ? `${count(queued, 'search', 'searches')} queued.`
        : `${formatNumber(queued)} of ${count(requested, 'search', 'searches')} queued. No source is available for the others.`,
    empty: 'No searches',
    emptyOfState: 'No publication has this status. Choose “All” to see every search.',
    emptyHint: 'Lectern searches for PDFs after it has imported a scholar. Add a scholar first.',
  },

  rejected: {
    title: 'Publications that several users rejected',
    hint: 'These profiles list publications of other people. You can report that to the source.',
    publication: 'Publication',
    profile: 'Profile',
    users: 'Users',
  },

  sources: {
    title: 'Sources',
    hint: 'Whether Lectern may send requests to each source. Pauses and budgets apply to all users, because sources see only one address.',
    state: {
      ready: 'Available',
      cooldown: 'Paused',
      budget_spent: 'Budget used up',
      not_configured: 'Not configured',
      disabled: 'Disabled',
    },
    reasons: {
      blocked_failure_threshold_exceeded: 'several refusals in a row',
      network_failure_threshold_exceeded: 'several failed connections in a row',
    } as Readonly<Record<string, string>>,
    responses: {
      challenge:
        'it answered with a challenge that only a browser or a person can pass, such as a CAPTCHA. If this repeats, ask the source for access, or disable it in the server’s environment',
    } as Readonly<Record<string, string>>,
    paused: (until: string, reason: string) =>
      `Paused until ${until}${reason === '' ? '' : `; ${reason}`}. Work waits and resumes automatically.`,
    spent: (until: string | null) =>
      `Today’s budget is used up.${until === null ? '' : ` It resets at ${until}.`} Work waits and resumes automatically.`,
    notConfigured: 'This source requires a contact email. Set it in the server’s environment.',
    disabled: 'Disabled in the server’s environment.',
    keyRefused: (until: string) => `The source rejects the server’s key. Requests go without it until ${until}.`,
    blocked: (n: number) =>
      n === 1 ? 'The last request was refused.' : `The last ${formatNumber(n)} requests were refused.`,
    unreachable: (n: number) =>
      n === 1 ? 'The last request got no response.' : `The last ${formatNumber(n)} requests got no response.`,
    ownKeys: (used: number, refused: number) =>
      `${count(used, 'user’s own key was', 'users’ own keys were')} used today${refused > 0 ? `, ${formatNumber(refused)} rejected` : ''}.`,
    noBudget: 'No daily budget',
    crawled: (done: number, of: number) =>
      `${formatNumber(done)} of ${count(of, 'profile', 'profiles')} checked within a day.`,
    allCrawledBy: (when: string) => `The others can be checked by ${when}.`,
    cost: (dollars: number) => `$${dollars.toFixed(4)}`,
    used: (spent: string, limit: string) => `${spent} of ${limit} used today`,
    resets: (when: string) => `resets ${when}`,
    neverUsed: 'Not used yet',
    lastRequest: (when: string) => `Last request ${when}`,
    lastResponse: (when: string) => `Last response ${when}`,
    interval: (seconds: number) => `One request every ${formatNumber(seconds)} s`,
  },

  backups: {
    title: 'Scheduled backups',
    hint: 'Dumps of the database that the server makes by itself. The backup page of the documentation says how to restore one.',
    state: { off: 'Off', waiting: 'No backup yet', succeeded: 'OK', failed: 'Failed' },
    off: 'No schedule is set. Set BACKUP_SCHEDULE on the server to make backups regularly.',
    succeeded: (when: string, file: string, size: string) => `Last backup: ${when}, ${file}, ${size}`,
    failed: (when: string) => `The backup failed ${when}.`,
    failedBefore: (when: string, reason: string) => `Last failure: ${when}. ${reason}`,
    next: (when: string) => `Next backup: ${when}`,
    kept: (keep: number, folder: string) =>
      `${keep === 1 ? 'Only the latest backup is' : `The latest ${formatNumber(keep)} backups are`} kept in ${folder}`,
  },

  audit: {
    title: 'Audit log',
    hint: 'What repairs and users changed, and sign-ins of the last 90 days, newest first. Entries never change.',
    byKind: 'Kind of entry',
    kinds: { all: 'All', changes: 'Changes', sign_ins: 'Sign-ins' },
    byRepair: 'Repair number',
    byPublication: 'Publication number',
    show: 'Filter',
    showAll: 'Clear filters',
    publication: (id: number) => `publication ${id}`,
    user: (id: number) => `user ${id}`,
    repair: (id: number) => `repair ${id}`,
    beforeAndAfter: 'Before and after',
    before: 'Before',
    after: 'After',
    none: 'none',
    empty: 'No entries',
    emptyHint: {
      all: 'Changes and sign-ins appear here, with the user who made them.',
      changes: 'Merges, repairs, deletions, added users and new passwords appear here, with the user who made them.',
      sign_ins: 'Sign-ins of the last 90 days appear here, also failed ones.',
    },
    visitor: 'Visitor',
    typedEmail: (email: string) => `no account: ${email}`,
    noAccount: 'no account',
    emptyOfFilter: 'No entry matches these numbers. Clear the filters or try other numbers.',
    actions: {
      'account.create': 'User added',
      'account.change-password': 'Password changed',
      'account.sign-in': 'Signed in',
      'account.sign-in-failed': 'Sign-in failed',
      'account.sign-in-confirmed': 'Password confirmed',
      'account.sign-in-not-confirmed': 'Wrong password at a confirmation',
      'account.reset-password': 'Password reset',
      'dismiss.pair': 'Marked as different',
      'drop.publications': 'All publications dropped',
      'merge.publication': 'Merged into another',
      'merge.undo': 'Restored',
      'repair.delete-link': 'Library entry deleted',
      'repair.join-links': 'Library entries merged',
      'repair.add-link': 'Library entry added',
      'repair.show-link': 'Library entry shown again',
      'repair.hide-link': 'Library entry hidden',
      'repair.reassign-link': 'Library entry reassigned to another scholar',
      'repair.correct-counts': 'Library counts corrected',
      'repair.correct-mark': 'Mark corrected',
      'repair.correct-words': 'Search words corrected',
      'repair.delete-tag': 'Tag without a library entry deleted',
      'repair.correct-canonical': 'Canonical publication corrected',
      'repair.refresh-display': 'Metadata recomputed',
      'repair.refresh-sort-values': 'Sort values of library entries updated',
      'repair.delete-publication': 'Publication deleted',
      'repair.move-listing': 'Listing moved',
    } as Readonly<Record<string, string>>,
  },
};
