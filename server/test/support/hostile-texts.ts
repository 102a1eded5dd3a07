/**
 * Texts that have broken programs: markup, direction marks, invalid text, and words in other languages than the
 * reader's.
 */
export const HOSTILE_TEXTS = {
  script: '<script>alert(1)</script>',
  image: '"><img src=x onerror=alert(1)>',
  link: 'javascript:alert(1)//',
  rightToLeft: 'evil\u202egnp.exe\u202c and \u2067isolated\u2069 text',
  zeroWidth: 'zero\u200bwidth\u200d\ufeff\u2060joined',
  zalgo: `Z${'\u0335\u0321\u0489\u030d\u0344'.repeat(30)}algo`,
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 \u{1f469}\u{1f3fd}',
  noncharacters: 'not \ufffe a \uffff character \u{10ffff}',
  percent: '100%00 %0d%0aSet-Cookie: a=b %s %n %u0000',
  quotes: `' OR 1=1 -- "; \\ \\' \\u0000 $$ \`id\``,
  formula: "=cmd|' /C calc'!A0, +1+1, -2, @SUM(1)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as somebody else's template has it
  template: '${7*7} {{7*7}} #{7*7} <%= 7*7 %> ${jndi:ldap://127.0.0.1/a}',
  keys: '__proto__ constructor toString',
  path: '../../../../etc/passwd\\..\\boot.ini',
  xml: '<![CDATA[x]]> &amp; &lt;b&gt; &#0; <!-- --> <?xml?>',
  separators: 'two\u2028lines\u2029and\u0085three',
} as const;

/** Texts with forbidden characters or line ends. */
export const UNSTORABLE_TEXTS = {
  nul: 'a\u0000b',
  highSurrogate: 'half \ud800 a character',
  lowSurrogate: 'half \udfff a character',
} as const;

export const LINE_BREAKS = 'first\r\nid: 99\nevent: run_complete\ndata: {}\n\n{"level":"fatal"}\u2028last';

/** About 100 kB without repeated parts. */
export const ENDLESS_TEXT = Array.from({ length: 9_000 }, (_, at) => `${at} <b>&amp;`)
  .join(' ')
  .slice(0, 100_000);
