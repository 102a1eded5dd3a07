import { expect, it } from 'vitest';
import { readTitle } from './record-text.ts';

it.each([
  ['H<sub>2</sub>O', 'H2O'],
  ['A<jats:italic toggle="yes">B</jats:italic>C', 'ABC'],
  ['<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>α</mml:mi></mml:math>-decay', 'α-decay'],
  ['when p < 0.05 and q > 3', 'when p < 0.05 and q > 3'],
  ['a<b and c>d', 'a<b and c>d'],
  ['p &lt; 0.05', 'p < 0.05'],
  ['&lt;i&gt;E. coli&lt;/i&gt; &amp;amp; more', 'E. coli & more'],
  ['AT&T; R&D & co', 'AT&T; R&D & co'],
  ['Caf&eacute; &#233; &#xe9;', 'Café é é'],
  ['New<br/>\n   line', 'New line'],
  ['&#0;x', '\ufffdx'],
])('%j is %j', (written, title) => expect(readTitle(written)).toBe(title));

it.each([null, undefined, 5, {}, ['a'], ''])('%j is no title', (written) => expect(readTitle(written)).toBeNull());
