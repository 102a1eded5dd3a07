import { type OptionValues, WrongOption } from '../platform/command-options.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { RepairRequest, RepairResult, ShownCluster } from './contract.ts';
import { repairDuplicates } from './repair-duplicates.ts';

export const NEAR_DUPLICATES_OPTIONS = {
  threshold: { value: '0..1', means: 'the least probability that two publications are the same' },
  'max-year-delta': { value: 'YEARS', means: 'the largest difference between their years' },
  'max-clusters': { value: 'NUMBER', means: 'how many clusters to print' },
  json: { means: 'print JSON' },
} as const;
type Given = OptionValues<typeof NEAR_DUPLICATES_OPTIONS>;

/** Searches for near duplicates and prints them; merges nothing. */
export async function printDuplicates({
  request,
  isJson,
  print,
  services,
}: {
  readonly request: RepairRequest;
  readonly isJson: boolean;
  print(line: string): void;
  readonly services: { readonly db: Database; readonly databaseUrl: string; readonly log: Logger };
}): Promise<void> {
  const result = await repairDuplicates(services, request, { name: 'command line', userId: null });
  if (isJson) print(JSON.stringify(result, null, 2));
  else for (const line of describe(result)) print(line);
}

/** The request that the options describe. @throws WrongOption */
export function readDuplicatesOptions(given: Given): RepairRequest {
  const number = (name: 'threshold' | 'max-year-delta' | 'max-clusters', least: number, most: number) => {
    const text = given[name];
    if (text === undefined) return undefined;
    const isWhole = name !== 'threshold';
    const value = Number(text);
    const isGood = text.trim() !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value));
    if (isGood) return value;
    throw new WrongOption(`--${name} must be ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}.`);
  };
  const threshold = number('threshold', 0, 1);
  const years = number('max-year-delta', 0, 3000);
  const clusters = number('max-clusters', 1, 1000);
  return {
    ...(threshold === undefined ? {} : { similarity_threshold: threshold }),
    ...(years === undefined ? {} : { max_year_delta: years }),
    ...(clusters === undefined ? {} : { max_clusters: clusters }),
  };
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
