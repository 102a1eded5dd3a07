import { texts } from '../texts/en.ts';

/**
 * Where commands apply: those of "reading" on the page of the publications, those of "profiles" on a scholar's page,
 * the others everywhere. The key sheet and the palette have a heading for each.
 */
export const GROUPS = ['reading', 'profiles', 'views', 'pages', 'general'] as const;
export type Group = (typeof GROUPS)[number];

interface Command {
  readonly group: Group;
  /**
   * Each of them runs the command: a key ("j"), a sequence of two keys ("g p"), or a key with Ctrl or Meta ("Ctrl+k").
   */
  readonly keys: readonly string[];
  readonly onlyAdmins?: boolean;
  /** whether the command repeats while its key is held */
  readonly repeats?: boolean;
  /** Moves where the focus is, or belongs to an open element, so the palette leaves it out. */
  readonly onlyByKey?: boolean;
}

/** All commands, in the order in which the key sheet and the palette list them. */
export const commands = {
  next: { group: 'reading', keys: ['j'], repeats: true, onlyByKey: true },
  previous: { group: 'reading', keys: ['k'], repeats: true, onlyByKey: true },
  first: { group: 'reading', keys: ['Home'], onlyByKey: true },
  last: { group: 'reading', keys: ['End'], onlyByKey: true },
  nextScholar: { group: 'reading', keys: ['N'], repeats: true },
  previousScholar: { group: 'reading', keys: ['P'], repeats: true },
  open: { group: 'reading', keys: ['o', 'Enter'] },
  openPdf: { group: 'reading', keys: ['p', 'v'] },
  readAndNext: { group: 'reading', keys: ['e'] },
  toggleRead: { group: 'reading', keys: ['m'] },
  favorite: { group: 'reading', keys: ['f'] },
  tag: { group: 'reading', keys: ['t'] },
  note: { group: 'reading', keys: ['n'] },
  reject: { group: 'reading', keys: ['r'] },
  cite: { group: 'reading', keys: ['c'] },
  moreLikeThis: { group: 'reading', keys: ['+'] },
  lessLikeThis: { group: 'reading', keys: ['-'] },
  select: { group: 'reading', keys: ['x'] },
  selectDown: { group: 'reading', keys: ['J'], repeats: true, onlyByKey: true },
  selectUp: { group: 'reading', keys: ['K'], repeats: true, onlyByKey: true },
  markAllRead: { group: 'reading', keys: [] },
  exportList: { group: 'reading', keys: [] },
  saveView: { group: 'reading', keys: [] },
  updateView: { group: 'reading', keys: [] },
  editView: { group: 'reading', keys: [] },
  search: { group: 'reading', keys: ['/'] },
  nextProfile: { group: 'profiles', keys: ['j'], repeats: true, onlyByKey: true },
  previousProfile: { group: 'profiles', keys: ['k'], repeats: true, onlyByKey: true },
  confirmProfile: { group: 'profiles', keys: ['c'] },
  rejectProfile: { group: 'profiles', keys: ['r'] },
  viewUnread: { group: 'views', keys: [] },
  viewLatest: { group: 'views', keys: [] },
  viewFavorites: { group: 'views', keys: [] },
  goToday: { group: 'pages', keys: ['g t'] },
  goPublications: { group: 'pages', keys: ['g p'] },
  goScholars: { group: 'pages', keys: ['g s'] },
  goRuns: { group: 'pages', keys: ['g r'] },
  goAdd: { group: 'pages', keys: ['a'] },
  goSettings: { group: 'pages', keys: [] },
  goViews: { group: 'pages', keys: [] },
  goTags: { group: 'pages', keys: [] },
  goRules: { group: 'pages', keys: [] },
  goNotifications: { group: 'pages', keys: [] },
  goSearchHelp: { group: 'pages', keys: [] },
  goAccount: { group: 'pages', keys: [] },
  goAdmin: { group: 'pages', keys: ['g a'], onlyAdmins: true },
  palette: { group: 'general', keys: ['Ctrl+k', 'Meta+k'], onlyByKey: true },
  undo: { group: 'general', keys: ['u'] },
  startRun: { group: 'general', keys: [] },
  themeAuto: { group: 'general', keys: [] },
  themeLight: { group: 'general', keys: [] },
  themeDark: { group: 'general', keys: [] },
  help: { group: 'general', keys: ['?'] },
  back: { group: 'general', keys: ['Escape'], onlyByKey: true },
  signOut: { group: 'general', keys: [] },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandId = keyof typeof commands;

/** What can be done now. A command without a function is not available. */
export type Actions = Readonly<Partial<Record<CommandId, (() => void) | null>>>;

/** The ids of all commands, in order. */
export const COMMAND_IDS = Object.keys(commands) as readonly CommandId[];

/** A command with the optional fields, which the table's own type leaves out. */
export function commandOf(id: CommandId): Command {
  return commands[id];
}

/** The commands that a key or sequence runs. Several have the same key if they apply in different places. */
export function commandsWithKey(key: string): readonly CommandId[] {
  return COMMAND_IDS.filter((id) => commandOf(id).keys.includes(key));
}

/** The commands with keys, by group: the content of the key sheet. */
export function listKeys(isAdmin: boolean): readonly { readonly group: Group; readonly ids: readonly CommandId[] }[] {
  return GROUPS.map((group) => ({
    group,
    ids: COMMAND_IDS.filter((id) => {
      const command = commandOf(id);
      return command.group === group && command.keys.length > 0 && (isAdmin || command.onlyAdmins !== true);
    }),
  })).filter(({ ids }) => ids.length > 0);
}

/** The names of the keys to press: "Ctrl+k" is Ctrl and K, "N" is Shift and N, "g p" is g and p. */
export function capsOf(key: string): readonly string[] {
  const presses = key.split(' ').flatMap((press) => {
    const [modifier, letter] = press.split('+');
    if (modifier && letter) return [modifier, letter.toUpperCase()];
    return /^\p{Lu}$/u.test(press) ? ['Shift', press] : [press];
  });
  return presses.map((press) => texts.keys.caps[press] ?? press);
}

/** A tooltip for a button or link that does the same as a command: what it does, and the key. */
export function titleWithKey(id: CommandId, name: string): string {
  const [key] = commandOf(id).keys;
  return key === undefined ? name : texts.keys.titleWithKey(name, capsOf(key).join(' '));
}
