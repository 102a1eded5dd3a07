import type { RepairJob } from '../../api/shapes.ts';
import { repairTexts } from '../../texts/en/repairs.ts';
import { formatNumber } from '../../ui/format.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The numbers of a summary that are not 0, in words; what has no words is told by its name. */
export function describeNumbers(summary: Facts): string[] {
  // of an undo it is how many were parted, which the publications tell better
  const untold = 'restored_count' in summary ? [...repairTexts.untold, 'cluster_count'] : repairTexts.untold;
  const words: Readonly<Record<string, (n: number) => string>> = repairTexts.numbers;
  return Object.entries(summary).flatMap(([name, value]) => {
    if (typeof value !== 'number' || value === 0 || untold.includes(name)) return [];
    return words[name]?.(value) ?? `${name.replaceAll('_', ' ')}: ${formatNumber(value)}`;
  });
}

/** Whether a repair has merged something that can be taken back, and was not yet by any of these. */
export function canBeUndone(job: RepairJob, jobs: readonly RepairJob[]): boolean {
  const { job_name: name, dry_run: isDryRun, status, summary } = job;
  if (name !== 'publication_near_duplicates' || isDryRun || status === 'running') return false;
  return numberOf(summary, 'merged_cluster_count') > 0 && !isUndone(job, jobs);
}

/** Whether all that a repair did was taken back since. */
export function isUndone({ id }: RepairJob, jobs: readonly RepairJob[]): boolean {
  return jobs.some(
    ({ job_name: name, status, scope }) => name === 'undo_merges' && status === 'completed' && scope.job_id === id,
  );
}

export function numberOf(facts: Facts, name: string): number {
  const value = facts[name];
  return typeof value === 'number' ? value : 0;
}

/** How many texts a list among the facts has. */
export function lengthOf(facts: Facts, name: string): number {
  const value = facts[name];
  return Array.isArray(value) ? value.length : 0;
}
