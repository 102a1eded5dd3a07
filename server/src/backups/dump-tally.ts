import { OperatorError } from '../platform/errors.ts';
import type { ScriptPart } from './dump-script.ts';

const MIGRATIONS = 'public.kysely_migration';

/** Counts what passes by of a dump, and says what it is a dump of. */
export class DumpTally {
  /** Rows of each table, by its name as the dump writes it. */
  readonly counts = new Map<string, number>();
  #table = '';
  #migrations = '';

  async *watch(parts: AsyncIterable<ScriptPart>): AsyncGenerator<ScriptPart> {
    for await (const part of parts) {
      if (part.kind === 'copy') {
        this.#table = part.table;
        this.counts.set(part.table, 0);
      } else if (part.kind === 'rows') {
        this.counts.set(this.#table, (this.counts.get(this.#table) ?? 0) + part.count);
        if (this.#table === MIGRATIONS) this.#migrations += part.bytes.toString('utf8');
      }
      yield part;
    }
  }

  /**
   * The newest migration that it had. `known`: those of this version, the oldest first.
   * @throws OperatorError when it is of another product or of a newer schema
   */
  migration(name: string, known: readonly string[]): string {
    const lines = this.#migrations.split('\n').filter((line) => line !== '');
    const found = lines.map((line) => line.split('\t')[0] ?? '').sort();
    const newest = found.at(-1);
    if (newest === undefined || !known.includes(found[0] ?? ''))
      throw new OperatorError(`${name} is no dump of Lectern's database. Nothing was changed.`);
    if (found.every((one) => known.includes(one))) return newest;
    throw new OperatorError(
      `${name} is of schema ${newest}, this version knows ${known.at(-1)} as the newest. Restore it with the version that made it, or a later one. Nothing was changed.`,
    );
  }
}
