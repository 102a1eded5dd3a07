import type { ChatDigest, ChatItem } from './chat-digest.ts';

/** How a service writes what all of them have. `label` is escaped. */
export interface Markup {
  escape(text: string): string;
  bold(text: string): string;
  link(url: string, label: string): string;
}

/** The markup of Mattermost and Discord, in which a backslash takes the meaning from a character. */
export const MARKDOWN: Markup = {
  escape: (text) => text.replace(/[\\`*_{}[\]()#+\-.!<>~|]/g, '\\$&'),
  bold: (text) => `**${text}**`,
  link: (url, label) => `[${label}](${url})`,
};

/** Characters with a meaning in the markup of Slack or Zulip, and some that look alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '`': '\u02cb',
  '~': '\u223c',
  '[': '\uff3b',
  ']': '\uff3d',
  '<': '\uff1c',
  '>': '\uff1e',
  '|': '\u2223',
  $: '\uff04',
};

/**
 * Slack's markup (https://docs.slack.dev/messaging/formatting-message-text), from which Zulip makes its own
 * (https://github.com/zulip/zulip/blob/main/zerver/webhooks/slack_incoming/view.py). Neither has escapes for all
 * characters, so look-alikes replace them.
 */
export const SLACK_MARKUP: Markup = {
  escape: (text) => text.replace(/[*_`~[\]<>|$]/g, (character) => LOOKALIKES[character] ?? ''),
  bold: (text) => `*${text}*`,
  link: (url, label) => `<${url}|${label}>`,
};

/** Plain text, without links. */
export const PLAIN: Markup = { escape: (text) => text, bold: (text) => text, link: (_url, label) => label };

/**
 * Writes a digest without its heading, as lines. Texts of others never begin a line, where they could be a list or a
 * quotation.
 */
export function renderDigest({ sections, remarks, leftOutCount, listUrl }: ChatDigest, markup: Markup): string {
  const linkOf = (url: string | null, text: string) =>
    url === null ? markup.escape(text) : markup.link(url, markup.escape(text));
  const lineOf = ({ title, details, url, pdfUrl }: ChatItem) =>
    [
      `- ${linkOf(url, title)}`,
      ...(details === '' ? [] : [markup.escape(details)]),
      ...(pdfUrl === null ? [] : [markup.link(pdfUrl, 'PDF')]),
    ].join(' · ');
  const blocks = sections.map(({ heading, url, items }) =>
    [markup.bold(linkOf(url, heading)), ...items.map(lineOf)].join('\n'),
  );
  if (remarks.length > 0) blocks.push(remarks.map((remark) => `- ${markup.escape(remark)}`).join('\n'));
  if (leftOutCount > 0) blocks.push(linkOf(listUrl, `and ${leftOutCount} more`));
  return blocks.join('\n\n');
}
