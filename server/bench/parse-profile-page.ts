import { parseProfilePage } from '../src/sources/google-scholar/parse-profile-page.ts';
import { buildProfilePage, buildRow } from '../test/fixtures/google-scholar/build-profile-page.ts';
import { above, below, type Figure, median } from './measure.ts';

const ROWS = 100;
const REQUESTED = { profileId: 'AAAAAAAAAAA1', startRow: 0 };
const WARM_UP = 200;
const ROUNDS = 300;

/** Measures the time to parse a full page (100 rows, 200 KB): the median of many, after a warm-up. */
export async function benchParsing(): Promise<Figure[]> {
  const html = benchPage();
  const answer = parseProfilePage(html, REQUESTED);
  if (answer.kind !== 'found' || answer.value.rows.length !== ROWS)
    throw new Error('The page of the benchmark cannot be parsed.');
  for (let round = 0; round < WARM_UP; round += 1) parseProfilePage(html, REQUESTED);
  const ms = median(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      parseProfilePage(html, REQUESTED);
      return performance.now() - start;
    }),
  );
  const size = `${ROWS} rows, ${Math.round(Buffer.byteLength(html) / 1000)} KB`;
  return [
    below(`parse a profile page (${size}), median`, ms, 'ms', 2),
    above('the same, one thread', 1000 / ms, 'pages/s', 500),
  ];
}

function benchPage(): string {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    buildRow({
      code: `row${String(index).padStart(9, '0')}`,
      title: `Work ${index} on <i>Trigonella</i> &amp; the effects of the quite long titles that scholars give`,
      authors: 'A Example, B Müller, C Nguyễn, D Okafor, E Pérez, ...',
      venue: `Journal of Examples ${index} (2), ${index}&ndash;${index + 9}`,
      year: String(1990 + (index % 35)),
      citations: index % 5 === 0 ? '' : String(1000 - index),
      clusterId: String(10n ** 18n + BigInt(index)),
    }),
  );
  const bare = buildProfilePage({ rows, hasMore: true });
  return buildProfilePage({ rows, hasMore: true, headBytes: 200_000 - Buffer.byteLength(bare) });
}
