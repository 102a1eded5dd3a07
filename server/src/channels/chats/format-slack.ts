import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { type ChatItem, renderFitting } from './chat-digest.ts';

/** Of a text object; assumed of a rich text block, for which none is documented: https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
const MAX_BLOCK_LENGTH = 3_000;

interface TextElement {
  readonly type: 'text' | 'link';
  readonly text: string;
  readonly url?: string;
  readonly style?: { readonly bold: true };
}
type RichTextElement =
  | { readonly type: 'rich_text_section'; readonly elements: readonly TextElement[] }
  | { readonly type: 'rich_text_list'; readonly style: 'bullet'; readonly elements: readonly RichTextElement[] };

/**
 * A message for an incoming webhook of Slack. Its texts are in rich text blocks (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block),
 * which Slack does not search for markup or mentions. A message has at most 50 blocks; this one has far fewer.
 */
export function formatSlack(message: Message, url: URL): ChannelRequest {
  return renderFitting(message, ({ heading, sections, notices, leftOutCount, listUrl }) => {
    const blocks: RichTextElement[][] = sections.map(({ heading, url, items }) => [
      sectionOf(textOf(heading, url, true)),
      listOf(items.map(lineOf)),
    ]);
    if (notices.length > 0) blocks.push([listOf(notices.map((notice) => [textOf(notice, null)]))]);
    if (leftOutCount > 0) blocks.push([sectionOf(textOf(`and ${leftOutCount} more`, listUrl))]);
    if (blocks.some((elements) => lengthOf(elements) > MAX_BLOCK_LENGTH)) return null;
    const body = {
      // what notifications show
      text: escapeMrkdwn(heading),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: heading, emoji: false } },
        ...blocks.map((elements) => ({ type: 'rich_text', elements })),
      ],
      unfurl_links: false,
      unfurl_media: false,
    };
    return { url, body: JSON.stringify(body) };
  });
}

function lineOf({ title, details, url, pdfUrl }: ChatItem): TextElement[] {
  const line = [textOf(title, url)];
  if (details !== '') line.push(textOf(` · ${details}`, null));
  if (pdfUrl !== null) line.push(textOf(' · ', null), textOf('PDF', pdfUrl));
  return line;
}

function textOf(text: string, url: string | null, isBold = false): TextElement {
  const style = isBold ? { style: { bold: true } as const } : {};
  return url === null ? { type: 'text', text, ...style } : { type: 'link', url, text, ...style };
}

function sectionOf(...elements: TextElement[]): RichTextElement {
  return { type: 'rich_text_section', elements };
}

function listOf(lines: readonly TextElement[][]): RichTextElement {
  return { type: 'rich_text_list', style: 'bullet', elements: lines.map((line) => sectionOf(...line)) };
}

function lengthOf(elements: readonly (RichTextElement | TextElement)[]): number {
  return elements.reduce((sum, one) => sum + ('text' in one ? one.text.length : lengthOf(one.elements)), 0);
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
