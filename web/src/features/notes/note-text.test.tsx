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
