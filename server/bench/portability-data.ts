const WORDS = (
  'analysis adaptive network method learning cell protein climate market language structure model quantum theory system design evidence risk ' +
  'control signal image graph water energy policy history memory attention surface field growth'
).split(' ');

/** A pseudo-random number that depends only on the seed. */
function draw(seed: number): number {
  let x = (seed + 1) * 0x9e3779b1;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => WORDS[draw(seed * 31 + at) % WORDS.length]).join(' ');

function profileOf(n: number): string {
  return `Port${String(n).padStart(8, '0')}`;
}

/** The JSON of a publication as in an export. Every tenth is listed by two scholars. */
function* recordsOf(n: number, perScholar: number): Generator<string> {
  const owner = Math.floor(n / perScholar);
  const year = 1980 + (draw(n) % 45);
  const publication = {
    cluster_id: `cluster:${10_000_000_000 + n}`,
    fingerprint_sha256: null,
    title: `${words(n, 9)} ${n}`,
    year,
    citation_count: draw(n + 7) % 500,
    author_text: `A ${words(n + 1, 1)}, B ${words(n + 2, 1)}, C ${words(n + 3, 1)}`,
    venue_text: `Journal of ${words(n + 4, 3)} ${draw(n) % 90} (${draw(n) % 12}), ${draw(n) % 900}, ${year}`,
    doi: n % 2 === 0 ? `10.5555/bench.${n}` : null,
    pdf_url: null,
    identifiers: n % 2 === 0 ? [{ kind: 'doi', value: `10.5555/bench.${n}` }] : [],
    is_read: n % 3 === 0,
    is_favorite: n % 50 === 0,
    first_seen_at: new Date(1_700_000_000_000 + n * 1000).toISOString(),
  };
  for (const scholar of n % 10 === 0 ? [owner, owner + 1] : [owner]) {
    const id = profileOf(scholar);
    const key = `${id}:${String(n).padStart(12, 'x')}`;
    const url = `https://scholar.google.com/citations?view_op=view_citation&hl=en&user=${id}&citation_for_view=${key}`;
    yield JSON.stringify({ scholar_id: id, ...publication, row_keys: [key], pub_url: url });
  }
}

/** The parts of a file with the given number of publications, and a tenth more library entries. */
export function* writeFile(publications: number, perScholar = 500): Generator<string> {
  const scholars = Array.from({ length: Math.ceil(publications / perScholar) + 1 }, (_, n) => ({
    scholar_id: profileOf(n),
    display_name: `Scholar ${n}`,
    is_enabled: true,
    profile_image_override_url: null,
  }));
  yield `{"schema_version":1,"scholars":${JSON.stringify(scholars)},"publications":[`;
  let part: string[] = [];
  let before = '';
  for (let n = 0; n < publications; n += 1) {
    part.push(...recordsOf(n, perScholar));
    if (part.length < 500) continue;
    yield before + part.join(',');
    before = ',';
    part = [];
  }
  if (part.length > 0) yield before + part.join(',');
  yield ']}';
}
