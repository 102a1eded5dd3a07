import { expect, test } from 'vitest';
import { readRefresh } from './read-refresh.ts';

const read = (html: string) => readRefresh(html, 'https://journal.example/a/1')?.href ?? null;
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

test.each([
  [refresh('0; url=/file.pdf'), 'https://journal.example/file.pdf'],
  [refresh('0;URL=file.pdf'), 'https://journal.example/a/file.pdf'],
  [refresh("2; url='/retrieve?x=1&amp;y=2'"), 'https://journal.example/retrieve?x=1&y=2'],
  [refresh('1,url=https://files.example/1#page=2'), 'https://files.example/1'],
  [refresh('0 url=/1'), 'https://journal.example/1'],
  [refresh('0.5; /1'), 'https://journal.example/1'],
  ['<META content=\'0; URL="/1"\' HTTP-EQUIV=Refresh>', 'https://journal.example/1'],
  [`<base href="/b/">${refresh('0; url=1')}`, 'https://journal.example/b/1'],
  [refresh('0; url=/1') + refresh('0; url=/2'), 'https://journal.example/1'],
])('%s leads to %s', (html, url) => expect(read(html)).toBe(url));

test.each([
  '',
  refresh('0'),
  refresh('300; url=/1'),
  refresh('0; url='),
  refresh('0; url=javascript:alert(1)'),
  refresh('0; url=file:///etc/passwd'),
  refresh('0; url=https://user:pass@files.example/'),
  refresh('url=/1'),
  '<meta http-equiv="refresh">',
  '<meta name="refresh" content="0; url=/1">',
  `<!-- ${refresh('0; url=/1')} -->`,
  `<script>${refresh('0; url=/1')}</script>`,
])('%s leads nowhere', (html) => expect(read(html)).toBeNull());
