import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';

/** More rows of one result hardly show more. */
const MAX_ROWS = 20;
const MAX_TEXTS = 100;

/** What was seen in one place of the rows of a statement. */
export interface Seen {
  count: number;
  objects: number;
  readonly kinds: Set<string>;
  readonly texts: Set<string>;
  readonly columns: Map<string, Seen>;
  items: Seen | null;
}

const statements = new Map<string, Seen>();

/** Returns what rows held since the last call, by the constant parts of their statements. */
export function takeObservations(): Map<string, Seen> {
  const taken = new Map(statements);
  statements.clear();
  return taken;
}

const execute = DefaultQueryExecutor.prototype.executeQuery;
DefaultQueryExecutor.prototype.executeQuery = async function <R>(
  this: DefaultQueryExecutor,
  statement: CompiledQuery<R>,
) {
  const result = await execute.call(this, statement);
  if (statement.query.kind === 'RawNode' && result.rows.length > 0) {
    const parts = statement.query.sqlFragments.join('\0');
    const seen = statements.get(parts) ?? nothingSeen();
    statements.set(parts, seen);
    for (const row of result.rows.slice(0, MAX_ROWS)) observe(row, seen);
  }
  return result as never;
};

function observe(value: unknown, seen: Seen): void {
  const kind = kindOf(value);
  seen.count += 1;
  seen.kinds.add(kind);
  if (typeof value === 'string' && seen.texts.size < MAX_TEXTS) seen.texts.add(value);
  if (Array.isArray(value)) {
    seen.items ??= nothingSeen();
    for (const item of value.slice(0, MAX_ROWS)) observe(item, seen.items);
  } else if (kind === 'object') {
    seen.objects += 1;
    for (const [name, inner] of Object.entries(value as object)) {
      const column = seen.columns.get(name) ?? nothingSeen();
      seen.columns.set(name, column);
      observe(inner, column);
    }
  }
}

function nothingSeen(): Seen {
  return { count: 0, objects: 0, kinds: new Set(), texts: new Set(), columns: new Map(), items: null };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}
