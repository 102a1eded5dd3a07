import { Readable } from 'node:stream';
import { expect, it, test } from 'vitest';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { readRetractionWatch } from './read-retraction-watch.ts';

const HEADER = 'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason';
const read = (text: string) => readRetractionWatch(Readable.from([Buffer.from(text)]));
const rowOf = async (row: string) => {
  const list = await read(`${HEADER}\nother,T,1/1/2020 0:00,,10.1000/other,Retraction,\n${row}\n`);
  return list.kind === 'list' ? (list.notices[1] ?? null) : list.reason;
};

it('reads a row', async () =>
  expect(
    await rowOf('23529,"A ""title"", in\ntwo lines",6/5/2020 0:00,10.1016/N,"10.1016/A ",Retraction,+Fake Data;+Lies;'),
  ).toEqual({
    ...{ doi: '10.1016/a', source: 'retraction_watch', sourceId: '23529', nature: 'retraction' },
    ...{ noticeDoi: '10.1016/n', noticedOn: '2020-06-05', reasons: ['Fake Data', 'Lies'] },
  }));

it.each([
  ['7,T,6/5/2020 0:00,10.1016/a,10.1016/A,Retraction,', { noticeDoi: null }],
  ['7,T,6/5/2020 0:00,unavailable,10.1016/a,Expression of concern,', { noticeDoi: null, nature: 'concern' }],
  ['7,T,31/5/2020 0:00,https://doi.org/10.1016/b,10.1016/a,Correction,', { noticedOn: null, noticeDoi: '10.1016/b' }],
  [',T,2/30/2020 0:00,,10.1016/a,Reinstatement,', { noticedOn: null, sourceId: 'row 2' }],
])('reads %s', async (row, expected) => expect(await rowOf(row)).toMatchObject(expected));

it.each(['7,T,6/5/2020 0:00,10.1016/n,Unavailable,Retraction,', '7,T,6/5/2020 0:00,,10.1016/a,,'])(
  'leaves out %s',
  async (row) => expect(await rowOf(row)).toBeNull(),
);

it.each([
  ['<!doctype html><title>Sign in</title><p>a, b', /^has no column OriginalPaperDOI/],
  ['', /^has no notices/],
  [HEADER, /^has no notices/],
  [
    `${HEADER}\n7,T,,,10.1016/a,Retraction,\n8,T,,,10.1016/a,Reinstatement (partial),`,
    /does not know: “Reinstatement \(partial\)”$/,
  ],
  [
    `${HEADER.replace('Reason', 'RetractionNature')}\n7,T,,,10.1016/a,Retraction,Correction`,
    /^has the column RetractionNature twice/,
  ],
  [`${HEADER}\n1,T,6/5/2020 0:00,,unavailable,Retraction,\n`, /^has no notices/],
  [`${HEADER}\n${'1,T,2020-06-05,,10.1016/a,Retraction,\n'.repeat(9)}`, /^has 9 notices without a date/],
  [`${HEADER}\n1,T,6/5/2020 0:00,10.1016/n,10.1016/a,Retraction,\n2,T,6/5`, /cut off after row \d$/],
  [`${HEADER}\n1,T,6/5/2020 0:00,10.1016/n,10.1016/a,Retraction,"+Fa`, /cut off after row \d$/],
])('refuses %j', async (text, reason) =>
  expect(await read(text)).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) }),
);

test('a broken connection is an error of the stream', async () => {
  const body = new Readable({ read() {} });
  body.push(`${HEADER}\n`);
  setImmediate(() => body.destroy(new Error('reset')));
  await expect(readRetractionWatch(body)).rejects.toThrow('reset');
});

test.skipIf(!hasRecorded('notices'))('reads 61,542 papers without a difference', async () => {
  const known: Record<string, Record<string, string>> = JSON.parse(
    readRecorded('notices/flora/retractions.json').toString('utf8'),
  );
  const natures = { retractions: 'Retraction', concerns: 'Expression of concern' } as const;
  const groups = Object.entries(known).filter(([, value]) => typeof value === 'object');
  expect(groups.map(([name]) => name)).toEqual(Object.keys(natures));
  const rows = groups.flatMap(([name, dois]) =>
    Object.entries(dois).map(([doi, notice]) => ({ doi, notice, nature: natures[name as keyof typeof natures] })),
  );
  const csv = rows.map(({ doi, notice, nature }, at) => `${at},T,1/2/2020 0:00,"${notice}","${doi}",${nature},`);
  const list = await read([HEADER, ...csv].join('\n'));
  if (list.kind !== 'list') throw new Error(list.reason);
  const found = new Map(list.notices.map(({ sourceId, ...notice }) => [Number(sourceId), notice]));
  const words = { Retraction: 'retraction', 'Expression of concern': 'concern' };
  const differing = rows.filter(({ doi, nature }, at) => {
    const notice = found.get(at);
    // some are percent-encoded, and bioRxiv's have no version as a DOI
    const written = decodeURIComponent(doi)
      .toLowerCase()
      .replace(/^(10\.1101\/\S+)v\d$/, '$1');
    return notice?.doi !== written || notice.nature !== words[nature];
  });
  expect(differing).toEqual([]);
  expect(rows).toHaveLength(61_542);
  expect(list.notices.filter(({ doi, noticeDoi }) => doi === noticeDoi)).toEqual([]);
});
