import type { CheckRestored } from './prepare-restored.ts';
import type { Dump } from './read-dump.ts';

/** What a restore is given. */
export interface RestoreOptions {
  /** Of the database whose place the restored one takes. */
  readonly url: string;
  readonly dump: Dump;
  /** The migrations of this version, the oldest first. */
  readonly known: readonly string[];
  /** Whether a database with users or publications may be replaced. */
  readonly mayReplace: boolean;
  /** Asked before anything is changed, when data would be replaced. */
  readonly confirm: (name: string) => Promise<boolean>;
  readonly check: CheckRestored;
  /** Interrupts it, as long as the old database stands. */
  readonly signal: AbortSignal;
  /** How it goes on, for a person. */
  readonly tell: (line: string) => void;
}
