import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ScriptPart, splitScript } from './dump-script.ts';

const HEAD = '--\n-- PostgreSQL database dump\n--\n\n';
const TAIL = '--\n-- PostgreSQL database dump complete\n--\n\n';
const TABLE = 'COPY public.words (id, word) FROM stdin;\n';

async function split(script: string, chunkBytes = 1 << 20): Promise<ScriptPart[]> {
  const bytes = Buffer.from(script);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const parts: ScriptPart[] = [];
  for await (const part of splitScript(chunks())) parts.push(part);
  return parts;
}

/** All that would reach the server, and the rows that were counted. */
function gather(parts: readonly ScriptPart[]): { sent: string; rows: number } {
  let sent = '';
  let rows = 0;
  for (const part of parts) {
    if (part.kind === 'statements') sent += part.text;
    else if (part.kind === 'copy') sent += `${part.statement}\n`;
    else if (part.kind === 'rows') {
      sent += part.bytes.toString('utf8');
      rows += part.count;
    } else sent += '\\.\n';
  }
  return { sent, rows };
}

test('statements and rows come in order, however the bytes are cut', async () => {
  const rows = '1\tone\n2\t\\\\.\n3\tträger \\N\n';
  const script = `${HEAD}SET x = 1;\n${TABLE}${rows}\\.\n${TABLE.replace('words', '"empty one"')}\\.\nSELECT 1;\n${TAIL}`;
  for (const bytes of [1, 2, 3, 7, 64, 1 << 20]) {
    const parts = await split(script, bytes);
    expect(gather(parts), `${bytes}`).toEqual({ sent: script, rows: 3 });
    const kinds = parts.map(({ kind }) => kind).filter((kind, at, all) => kind !== 'rows' || all[at - 1] !== 'rows');
    const order = ['statements', 'copy', 'rows', 'end-of-rows', 'copy', 'end-of-rows', 'statements'];
    expect(kinds).toEqual(order);
  }
});

test('owners, grants and what other versions or psql alone understand are left out', async () => {
  const left = ['\\restrict aB3', 'SET transaction_timeout = 0;', 'ALTER TABLE public.a OWNER TO somebody;'];
  left.push('CREATE EXTENSION IF NOT EXISTS pg_stat_statements WITH SCHEMA public;');
  left.push("COMMENT ON EXTENSION pg_stat_statements IS 'track statistics';");
  left.push('GRANT SELECT ON TABLE public.a TO reader;', '\\unrestrict aB3');
  const { sent } = gather(await split(`${HEAD}${left.join('\n')}\nSET x = 1;\n${TAIL}`));
  expect(sent).toBe(`${HEAD}SET x = 1;\n${TAIL}`);
});

test('no migration needs an extension, which a restore would leave out', async () => {
  const folder = new URL('../../migrations/', import.meta.url);
  for (const file of await readdir(folder))
    expect(await readFile(new URL(file, folder), 'utf8'), file).not.toMatch(/create extension/i);
});

test('a script that is cut off is refused wherever the cut is', async () => {
  const script = `${HEAD}SET x = 1;\n${TABLE}1\tone\n2\ttwo\n\\.\nSELECT 1;\n${TAIL}`;
  const needed = script.indexOf('complete\n') + 'complete\n'.length;
  for (let length = 0; length < needed; length += 1)
    await expect(split(script.slice(0, length)), `${length}`).rejects.toThrow(/it is cut off|not made by pg_dump/);
  await expect(split(script.slice(0, needed))).resolves.toBeDefined();
});

test('what was not made by pg_dump, or would reach beyond the new database, is refused', async () => {
  const refused: Record<string, RegExp> = {
    '-- MySQL dump\n': /not made by pg_dump/,
    [`${HEAD}\\connect lectern\n${TAIL}`]: /psql alone understands its line \\connect lectern/,
    [`${HEAD}\\! rm -rf /\n${TAIL}`]: /psql alone/,
    [`${HEAD}COPY public.words FROM PROGRAM 'id';\n${TAIL}`]: /pg_dump does not write COPY public\.words FROM PROGRAM/,
    [`${HEAD}  copy public.words from '/etc/passwd';\n${TAIL}`]: /pg_dump does not write/,
    [`${HEAD}DROP DATABASE lectern;\n${TAIL}`]: /without --create/,
    [`${HEAD}SET client_encoding = 'LATIN1';\n${TAIL}`]: /encoding is LATIN1/,
    [`${HEAD}${'INSERT INTO a VALUES (1);\n'.repeat(700_000)}${TAIL}`]: /without --inserts/,
  };
  for (const [script, words] of Object.entries(refused)) await expect(split(script)).rejects.toThrow(words);
  const rows = `${HEAD}${TABLE}1\t\\connect lectern\n\\.\n${TAIL}`;
  expect(gather(await split(rows)).rows).toBe(1);
});
