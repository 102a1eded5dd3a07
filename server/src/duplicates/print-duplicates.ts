import { parseArgs } from 'node:util';
import type { Database } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { RepairRequest, RepairResult, ShownCluster } from './contract.ts';
import { repairDuplicates } from './repair-duplicates.ts';

const USAGE =
  'npm run ops -- near-duplicates [--threshold 0..1] [--max-year-delta YEARS] [--max-clusters NUMBER] [--json]';

/** Searches for near duplicates and prints them; merges nothing. @throws OperatorError for invalid options */
export async function printDuplicates({
  args,
  print,
  open,
}: {
  readonly args: readonly string[];
  print(line: string): void;
  /** called only if the options are valid */
  open(): Promise<{ readonly db: Database; readonly databaseUrl: string; readonly log: Logger }>;
}): Promise<void> {
  const { isJson, ...request } = readOptions(args);
  const result = await repairDuplicates(await open(), request, { name: 'command line', userId: null });
  if (isJson) print(JSON.stringify(result, null, 2));
  else for (const line of describe(result)) print(line);
}

function readOptions(args: readonly string[]): RepairRequest & { isJson: boolean } {
  const given = parse(args);
  const number = (name: keyof typeof given, least: number, most: number, isWhole: boolean) => {
    const text = given[name];
    if (typeof text !== 'string') return undefined;
    const value = Number(text);
    const isGood = text.trim() !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value));
    if (!isGood)
      throw new OperatorError(
        `--${name} must be ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}.\n${USAGE}`,
      );
    return value;
  };
  const threshold = number('threshold', 0, 1, false);
  const years = number('max-year-delta', 0, 3000, true);
  const clusters = number('max-clusters', 1, 1000, true);
  return {
    isJson: given.json === true,
    ...(threshold === undefined ? {} : { similarity_threshold: threshold }),
    ...(years === undefined ? {} : { max_year_delta: years }),
    ...(clusters === undefined ? {} : { max_clusters: clusters }),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = {
      threshold: text,
      'max-year-delta': text,
      'max-clusters': text,
      json: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new OperatorError(`${reason}.\n${USAGE}`);
  }
}

function describe({ job_id, summary, clusters }: RepairResult): string[] {
  const { cluster_count, publication_count, seconds } = summary;
  return [
    `${String(cluster_count)} clusters among ${String(publication_count)} publications, found in ${String(seconds)} s (job ${job_id}); nothing was merged.`,
    ...clusters.flatMap(describeCluster),
    ...(clusters.length < Number(cluster_count)
      ? ['', `${clusters.length} are shown: --max-clusters shows more.`]
      : []),
  ];
}

function describeCluster(cluster: ShownCluster): string[] {
  const { members, evidence } = cluster;
  const byId = new Map(evidence.map((one) => [one.publication_id, one]));
  const sure = cluster.can_merge_without_review
    ? ', sure'
    : cluster.is_listed_apart
      ? ', listed apart by one profile'
      : '';
  return [
    '',
    `${cluster.cluster_key}  ${percent(cluster.similarity_score)}${sure}`,
    ...members.flatMap(({ publication_id: id, title, author_text, year, venue_text, citation_count }) => {
      const found = byId.get(id);
      const facts = [author_text, venue_text, year, `${citation_count} citations`].filter((fact) => fact !== null);
      return [
        `  ${found ? percent(found.similarity_score).padStart(7) : ' stays '}  ${id}  ${plain(title)}`,
        `           ${plain(facts.join('; '))}`,
        ...(found?.fields ?? []).map(
          (one) => `             ${one.field}: ${one.verdict}${one.detail ? `, ${plain(one.detail)}` : ''}`,
        ),
      ];
    }),
  ];
}

const percent = (probability: number) => `${(100 * probability).toFixed(2)} %`;

/** Text of a source must not send control characters to a terminal. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);
