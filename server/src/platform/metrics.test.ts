import { expect, test } from 'vitest';
import { renderFigures } from './metrics.ts';

test('figures are rendered with escaped labels; those without a value are left out', async () => {
  const text = await renderFigures([
    { name: 'one', help: 'One.', values: [{ labels: {}, value: 1.5 }] },
    { name: 'two', help: 'Two.', values: [{ labels: { source: 'a"b\n' }, value: 0 }] },
    { name: 'none', help: 'None.', values: [] },
  ]);
  expect(text.split('\n').filter(Boolean)).toEqual([
    '# HELP one One.',
    '# TYPE one gauge',
    'one 1.5',
    '# HELP two Two.',
    '# TYPE two gauge',
    'two{source="a\\"b\\n"} 0',
  ]);
});
