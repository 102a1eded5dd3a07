// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoteText } from './note-text.tsx';

afterEach(cleanup);

const htmlOf = (text: string) => render(<NoteText text={text} />).container.firstElementChild?.innerHTML ?? '';

test('shows Markdown', () => {
  expect(htmlOf('**a** *b* ~~c~~ `d`')).toBe('<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>');
  expect(htmlOf('# Title\n\n- one\n- two\n\n> quoted')).toMatch(
    /^<h3>Title<\/h3>\s*<ul><li>one<\/li><li>two<\/li><\/ul>\s*<blockquote>.*quoted.*<\/blockquote>$/s,
  );
  expect(htmlOf('- [x] read')).toContain('☑ read');
  expect(htmlOf('see https://a.example/x and [b](https://b.example "t")')).toBe(
    '<p>see <a href="https://a.example/x" target="_blank" rel="noreferrer">https://a.example/x</a> and <a href="https://b.example" target="_blank" rel="noreferrer">b</a></p>',
  );
  expect(htmlOf('plain')).toBe('<p>plain</p>');
  expect(htmlOf('- a\n- b\n\n  c\n\n3. d')).toBe(
    '<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul><ol start="3"><li>d</li></ol>',
  );
  expect(htmlOf('- [ ] a\n- [x] b\n- [y] c')).toBe('<ul><li>☐ a</li><li>☑ b</li><li>[y] c</li></ul>');
  expect(htmlOf('| a | b |\n|---|--:|\n| c | d |')).toBe(
    '<table><thead><tr><th>a</th><th style="text-align: right;">b</th></tr></thead><tbody><tr><td>c</td><td style="text-align: right;">d</td></tr></tbody></table>',
  );
  expect(htmlOf('```js\nlet x\n```\n\n    y')).toBe('<pre><code>let x</code></pre><pre><code>y</code></pre>');
  expect(htmlOf('one\ntwo  \nthree\n\n---')).toBe('<p>one\ntwo<br>three</p><hr>');
  expect(htmlOf('a[^1] and [^2]\n\n[^1]: The *note* of\nit\n\nmore')).toBe(
    '<p>a<sup>1</sup> and [^2]</p><p>more</p><footer><div>1: The <em>note</em> of\nit</div></footer>',
  );
  expect(htmlOf('[a]\n\n[a]: https://b.example')).toMatch(/^<p><a href="https:\/\/b.example" /);
  expect(htmlOf('![a chart](https://b.example/a.png)')).toMatch(
    /^<p><a href="https:\/\/b.example\/a.png" .*>a chart<\/a><\/p>$/,
  );
  const links = [...render(<NoteText text="www.a.example, a@b.example, file.md" />).container.querySelectorAll('a')];
  expect(links.map(({ href }) => href)).toEqual(['http://www.a.example/', 'mailto:a@b.example']);
});

test('no entity or address changes the direction of the text behind it', () => {
  const text =
    '&#x202e;a `&#8238;` ![&#x2067;b](&#x202e;) https://a.example/%E2%80%AEb [^1] <https://a.example/%E2%80%AEc>\n\n[^1]: &#x202e;';
  expect(htmlOf(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(htmlOf(text)).toContain('>https://a.example/%E2%80%AEb</a>');
});

test('shows at most 30 marks on a letter', () => {
  expect(htmlOf(`a${'\u0301'.repeat(19_999)} e\u0301\u0323`)).toBe(`<p>a${'\u0301'.repeat(30)} e\u0301\u0323</p>`);
});

test('says what it shows as plain text', () => {
  const { container } = render(<NoteText text={`# Title\n\n${'*a* '.repeat(3_000)}\n\n**b**`} />);
  expect(container.querySelector('h3')?.textContent).toBe('Title');
  const [hint, rest] = container.querySelectorAll(':scope > p');
  expect(hint?.textContent).toBe('The rest of this note is shown as plain text.');
  expect(rest?.textContent).toBe(`${'*a* '.repeat(3_000)}\n\n**b**`);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  'text <b onclick="alert(1)">bold</b>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:alert(1))',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/account)',
  '<javascript:alert(1)>',
  '![x](https://tracker.example/pixel.png)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x][y]\n\n[y]: https://tracker.example/pixel.png',
  '[![x](https://tracker.example/a.png)](javascript:alert(1))',
  '<style>*{display:none}</style>',
  '<div style="position:fixed">x</div>',
  '<Markdown>x</Markdown>',
  '<!-- comment --><form action="https://evil.example"><button>x</button></form>',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '- <details open ontoggle=alert(1)>',
  '[^page]\n\n[^page]: a footnote\n\n# Page',
  '[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '---\ntitle: <img src=x onerror=alert(1)>\n---\n\ntext',
];
const SAFE = new Set(
  ['DIV P H3 STRONG EM DEL CODE PRE UL OL LI BLOCKQUOTE A HR BR TABLE THEAD TBODY TR TH TD SPAN SUP FOOTER']
    .join()
    .split(' '),
);

test.each(HOSTILE)('%j makes no element, attribute or request but those of Markdown', (text) => {
  const { container } = render(<NoteText text={text} />);
  for (const element of container.querySelectorAll('*')) {
    expect(SAFE).toContain(element.tagName);
    for (const { name, value } of element.attributes) {
      expect(['class', 'dir', 'href', 'target', 'rel', 'start']).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|#)/);
    }
  }
});
