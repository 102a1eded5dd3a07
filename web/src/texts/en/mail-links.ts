import { count } from '../count.ts';

const papers = (n: number) => count(n, 'paper', 'papers');

/** Texts of the page that a link in a mail opens. */
export const mailLinkTexts = {
  windowTitle: 'Mail · Lectern',
  title: 'Link in a mail',
  open: 'Open Lectern',
  loading: 'Checking the link…',

  mark_read: {
    title: 'Mark as read',
    question: (n: number) => `${papers(n)} of this mail ${n === 1 ? 'is' : 'are'} unread.`,
    button: 'Mark all as read',
    done: (n: number) => (n === 0 ? 'All papers of this mail are read.' : `Marked ${papers(n)} as read.`),
  },
  undo_mark_read: {
    title: 'Mark as unread again',
    question: () => 'The papers that you marked as read become unread again.',
    button: 'Mark as unread',
    done: (n: number) => `Marked ${papers(n)} as unread again.`,
  },
  unsubscribe: {
    title: 'Unsubscribe',
    question: (_n: number, channel: string, address: string) =>
      `Stop the mail of the channel “${channel}” to ${address}?`,
    button: 'Unsubscribe',
    done: (_n: number, channel: string, address: string) =>
      `Unsubscribed. Lectern sends no more mail of the channel “${channel}” to ${address}. It can be resumed in the settings.`,
  },
  confirm: {
    title: 'Agree to mail',
    question: (_n: number, channel: string, address: string) =>
      `Do you want news about papers at ${address}, from the channel “${channel}”? Each mail has a link to unsubscribe.`,
    button: 'Agree',
    done: (_n: number, _channel: string, address: string) => `Thank you. Lectern sends mail to ${address} from now on.`,
  },
};
