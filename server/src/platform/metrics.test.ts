import { expect, test } from 'vitest';
import { RequestTimes, renderFigures } from './metrics.ts';

test('figures with their labels, escaped; what has no value is left out', async () => {
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

test('however many methods and paths clients make up, the series stay few', async () => {
  const times = new RequestTimes();
  for (let at = 0; at < 1000; at += 1) times.observe({ method: `M${at}`, route: null, status: 404, ms: at });
  const lines = (await times.render()).split('\n').filter((line) => line.startsWith('lectern'));
  // eleven bounds, infinity, sum and count
  expect(lines).toHaveLength(14);
  expect(lines).toContain(
    'lectern_http_request_duration_seconds_bucket{le="0.1",method="other",route="none",status="404"} 101',
  );
});
