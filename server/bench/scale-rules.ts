import { connectDatabase } from '../src/platform/database/database.ts';
import { applyRules } from '../src/rules/apply-rules.ts';
import { FREQUENT_WORD } from '../test/support/fill-library.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { medianWithCpu, secondsOf } from './scale-measure.ts';
import { type Row, rowOf, rowOfMs } from './scale-table.ts';

const RULES = 100;
const CANDIDATES = 10_000;
const WORDS = [FREQUENT_WORD, 'deba', 'figol', 'lumas', 'nerris', 'sontion', 'turvar', 'zekal', 'permit', 'hujas'];
/** Searches as people write them: most about words, some about other facts. */
const SEARCHES = [
  (word: string) => word,
  (word: string) => `title:${word}`,
  (word: string) => `title:${word} or title:koper`,
  (word: string) => `author:${word} -venue:journal`,
  (word: string) => `${word} year:2015..`,
  (word: string) => `"${word} ${FREQUENT_WORD}"`,
  (word: string) => `abstract:${word}`,
  (word: string) => `venue:${word} is:unread`,
  (word: string) => `title:${word} has:doi`,
  (word: string) => `cited:>10 (title:${word} or author:${word})`,
];

/**
 * Measures a hundred rules on the reader's ten thousand newest entries, and a preview. The undo of the rules restores
 * the library.
 */
export async function benchRules({
  client,
  session,
  databaseUrl,
  dataDir,
  readerId,
  publications,
}: ScaleLibrary): Promise<Row[]> {
  const ids: number[] = [];
  for (let at = 0; at < RULES; at += 1) {
    const search = SEARCHES[at % SEARCHES.length]?.(WORDS[Math.floor(at / SEARCHES.length)] ?? '') ?? '';
    const body = { name: `rule ${at}`, search, tags: [`tag of rules ${at % 20}`], mark_read: at % 4 === 0 };
    ids.push((await session.call<{ id: number }>('POST', '/rules', body)).id);
  }
  const preview = await medianWithCpu(dataDir, () =>
    session.call('POST', '/rules/preview', { search: `title:${FREQUENT_WORD} -author:deba` }),
  );
  await client.query('update rules set after_entry_number = 0');
  await client.query(
    `insert into rule_candidates (user_id, publication_id, entry_number) select user_id, publication_id, entry_number from user_publications
     where user_id = $1 and hidden_as is null order by first_seen_at desc, entry_number limit $2`,
    [readerId, CANDIDATES],
  );
  const url = databaseUrl;
  const { db, close } = connectDatabase({
    url,
    maxConnections: 1,
    name: 'bench',
    onError: (error) => console.error(error),
  });
  const seconds = await secondsOf(async () => {
    while (await applyRules(db, readerId));
  });
  await close();
  const { rows: effects } = await client.query('select count(*)::int as n from rule_effects');
  const undoing = await secondsOf(async () => {
    for (const id of ids) await session.call('POST', `/rules/${id}/undo`);
  });
  for (const id of ids) await session.call('DELETE', `/rules/${id}`);
  await client.query('delete from rule_candidates');
  await client.query("delete from stored_tags where name like 'tag of rules %'");
  await client.query('delete from read_batches where user_id = $1', [readerId]);
  const size = Math.min(CANDIDATES, publications).toLocaleString('en');
  return [
    rowOf(
      `${RULES} rules on ${size} new publications, which act ${effects[0].n.toLocaleString('en')} times`,
      seconds,
      's',
      { max: 5 },
    ),
    rowOf(`undo of these ${RULES} rules, one by one`, undoing, 's'),
    rowOfMs('preview of a rule', preview),
  ];
}
