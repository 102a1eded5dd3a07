/** What a dump's script consists of, in its order: statements, and the rows of a table between them. */
export type ScriptPart =
  | { readonly kind: 'statements'; readonly text: string }
  | { readonly kind: 'copy'; readonly statement: string; readonly table: string }
  /** Whole lines of the table that the last `copy` named, as COPY reads them. */
  | { readonly kind: 'rows'; readonly bytes: Buffer; readonly count: number }
  | { readonly kind: 'end-of-rows' };

/** Says why a script cannot be taken. */
export class UnusableScript extends Error {}

const NEWLINE = 10;
const NAME = '(?:"(?:[^"]|"")+"|[^".\\s]+)';
const COPY = new RegExp(`^COPY (${NAME}\\.${NAME}) (?:\\(.*\\) )?FROM stdin;$`);
const END_OF_ROWS = Buffer.from('\\.\n');
const FIRST_LINES = '--\n-- PostgreSQL database dump\n--\n';
const LAST_LINE = '-- PostgreSQL database dump complete';
/** pg_dump's statements are some hundred kilobytes; more than this are rows as INSERTs, or no such script. */
const MOST_STATEMENT_BYTES = 16 * 1024 * 1024;
/** Owners and grants name roles that another server need not have; so it is with extensions, of which the product needs none. */
const OF_THE_SERVER =
  /^(?:ALTER .* OWNER TO .*;|GRANT .*;|REVOKE .*;|ALTER DEFAULT PRIVILEGES .*;|(?:CREATE|COMMENT ON) EXTENSION .*;)$/;
/** Written by the programs of PostgreSQL 17 and later; earlier servers do not know it. */
const UNKNOWN_TO_EARLIER = 'SET transaction_timeout = 0;';

/**
 * Takes the script that pg_dump writes as plain SQL, and pg_restore makes of an archive, apart into what a connection can be given. What only
 * psql understands is left out where it says nothing, and else refused; so are a COPY that does not read the rows of the script, a script that is cut
 * off, and one that was not made by pg_dump.
 * @throws UnusableScript
 */
export async function* splitScript(chunks: AsyncIterable<Buffer>): AsyncGenerator<ScriptPart> {
  let rest: Buffer = Buffer.alloc(0);
  let seen = '';
  let statements = '';
  let inRows = false;
  let isComplete = false;
  for await (const chunk of chunks) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    seen += chunk.toString('latin1', 0, FIRST_LINES.length - seen.length);
    if (!FIRST_LINES.startsWith(seen)) throw new UnusableScript('it was not made by pg_dump');
    for (;;) {
      if (inRows) {
        const end = findEndOfRows(rest);
        const length = end ?? rest.lastIndexOf(NEWLINE) + 1;
        if (length > 0) yield { kind: 'rows', bytes: rest.subarray(0, length), count: countLines(rest, length) };
        rest = rest.subarray(length);
        if (end === undefined) break;
        rest = rest.subarray(END_OF_ROWS.length);
        inRows = false;
        yield { kind: 'end-of-rows' };
      }
      const lineEnd = rest.indexOf(NEWLINE);
      if (lineEnd < 0) break;
      const line = rest.toString('utf8', 0, lineEnd);
      rest = rest.subarray(lineEnd + 1);
      isComplete ||= line === LAST_LINE;
      const table = COPY.exec(line)?.[1];
      if (table !== undefined) {
        if (statements.trim() !== '') yield { kind: 'statements', text: statements };
        statements = '';
        yield { kind: 'copy', statement: line, table };
        inRows = true;
      } else if (isForPostgres(line)) statements += `${line}\n`;
    }
    if (statements.length + rest.length > MOST_STATEMENT_BYTES)
      throw new UnusableScript('its rows are not in the form that pg_dump gives them without --inserts');
  }
  if (inRows || !isComplete) throw new UnusableScript('it is cut off');
  if (statements.trim() !== '') yield { kind: 'statements', text: statements };
}

/** Where the line that ends the rows begins; the buffer begins at the start of a line. */
function findEndOfRows(rest: Buffer): number | undefined {
  if (rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const found = rest.indexOf('\n\\.\n');
  return found < 0 ? undefined : found + 1;
}

function countLines(bytes: Buffer, length: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < length; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Whether a line is for the server; one that belongs to psql alone and does something is refused. */
function isForPostgres(line: string): boolean {
  if (line === UNKNOWN_TO_EARLIER || OF_THE_SERVER.test(line)) return false;
  if (/^\\(?:un)?restrict \w+$/.test(line)) return false;
  if (line.startsWith('\\')) throw new UnusableScript(`psql alone understands its line ${line.slice(0, 40)}`);
  if (/^(?:CREATE|DROP|ALTER) DATABASE /.test(line))
    throw new UnusableScript('it makes a database of its own: dump without --create');
  if (/^\s*COPY\b/i.test(line)) throw new UnusableScript(`pg_dump does not write ${line.trim().slice(0, 40)}`);
  const encoding = /^SET client_encoding = '(.*)';$/.exec(line)?.[1];
  if (encoding !== undefined && encoding !== 'UTF8')
    throw new UnusableScript(`its encoding is ${encoding}: dump with --encoding=UTF8`);
  return true;
}
