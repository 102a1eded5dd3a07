import { formatNumber } from '../../ui/format.ts';
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

  pdfs: {
    title: 'PDFs',
    hint: 'The searches for free copies, the latest change first. What failed is tried again by itself, less often each time.',
    filter: 'State of the search',
    all: 'All',
    state: {
      queued: 'Waits',
      running: 'Is looked for',
      failed: 'None found',
      resolved: 'Found',
      untracked: 'Never looked for',
    },
    publication: (id: number) => `publication ${id}`,
    askedBy: 'asked for by',
    open: 'Open PDF',
    attempts: (n: number) => (n === 0 ? 'not tried yet' : count(n, 'attempt', 'attempts')),
    last: (time: string) => `last at ${time}`,
    next: (when: string) => `next ${when}`,
    requeue: 'Look again',
    requeueAll: 'Look for all that are missing',
    missing: (failed: number, untracked: number) =>
      `${count(failed, 'search', 'searches')} found nothing, ${count(untracked, 'publication was', 'publications were')} never looked for.`,
    requeueAllHint:
      'The oldest failures go first. It takes its time: what somebody waits for goes before, and answers that still hold are not asked for anew.',
    atMost: 'At most',
    requeueSome: (n: number) => `Look for ${formatNumber(n)}`,
    requeued: (queued: number, requested: number) =>
      queued === requested
        ? `${count(queued, 'search', 'searches')} queued.`
        : `${count(queued, 'search', 'searches')} queued of ${formatNumber(requested)}: for the others no source that knows PDFs may be asked.`,
    empty: 'No such search',
    emptyOfState: 'No publication is in this state now. Look at all of them.',
    emptyHint: 'PDFs are looked for as soon as a scholar’s publications are there. Track somebody first.',
  },

  sources: {
    title: 'Sources',
    hint: 'Whether each may be asked now. Pauses and budgets are for all users together, since the sources see one address.',
    state: {
      ready: 'May be asked',
      cooldown: 'Resting',
      budget_spent: 'Budget spent',
      not_configured: 'Not set up',
      disabled: 'Switched off',
    },
    reasons: {
      blocked_failure_threshold_exceeded: 'It refused us several times.',
      network_failure_threshold_exceeded: 'It could not be reached several times.',
    } as Readonly<Record<string, string>>,
    resting: (until: string, reason: string) => `Not asked until ${until}. ${reason} Work waits and goes on by itself.`,
    spent: (until: string | null) =>
      `What may be spent today is spent.${until === null ? '' : ` There is more from ${until}.`} Work waits and goes on by itself.`,
    notConfigured: 'It asks for an address to be named, and none is set: see its settings in the environment.',
    disabled: 'The environment says so.',
    keyRefused: (until: string) => `It refuses the service’s key; without it until ${until}.`,
    blocked: (n: number) =>
      `Its last ${n === 1 ? 'answer was a refusal' : `${formatNumber(n)} answers were refusals`}.`,
    unreachable: (n: number) =>
      `It could not be reached ${n === 1 ? 'the last time' : `the last ${formatNumber(n)} times`}.`,
    ownKeys: (used: number, refused: number) =>
      `${count(used, 'user’s own key was', 'users’ own keys were')} used today${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}.`,
    noBudget: 'No daily budget',
    used: (spent: string, limit: string) => `${spent} of ${limit} used today`,
    resets: (when: string) => `anew ${when}`,
    neverAsked: 'Not asked yet',
    asked: (when: string) => `Asked ${when}`,
    answered: (when: string) => `Answered ${when}`,
    apart: (seconds: number) => `${count(seconds, 'second', 'seconds')} apart`,
  },

  audit: {
    title: 'Audit',
    hint: 'What repairs and operators changed, the latest first. Entries are never changed.',
    ofRepair: 'Of repair',
    ofPublication: 'Of publication',
    show: 'Show',
    showAll: 'Show everything',
    publication: (id: number) => `publication ${id}`,
    user: (id: number) => `user ${id}`,
    repair: (id: number) => `repair ${id}`,
    beforeAndAfter: 'Before and after',
    before: 'Before',
    after: 'After',
    nothing: 'nothing',
    empty: 'Nothing was changed',
    emptyHint: 'Merges, repairs and dropped publications appear here, with who did it.',
    emptyOfThese: 'There is no entry for these numbers. Show everything, or look at another.',
    actions: {
      'dismiss.pair': 'Said to be two works',
      'drop.publications': 'All publications dropped',
      'merge.publication': 'Merged into another',
      'merge.undo': 'Restored',
      'repair.delete-link': 'Link deleted',
      'repair.join-links': 'Links joined',
      'repair.add-link': 'Link added',
      'repair.show-link': 'Link shown again',
      'repair.hide-link': 'Link hidden',
      'repair.reassign-link': 'Link given to another scholar',
      'repair.correct-counts': 'Library counted anew',
      'repair.delete-publication': 'Publication deleted',
      'repair.move-listing': 'Place on a profile moved',
    } as Readonly<Record<string, string>>,
  },
};
