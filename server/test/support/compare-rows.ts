import type { Seen } from './observe-rows.ts';

/** A type as derive-statement-types.mjs writes it. */
export interface DeclaredType {
  readonly any?: true;
  readonly kinds?: readonly string[];
  readonly texts?: readonly string[];
  readonly columns?: Readonly<Record<string, DeclaredType>>;
  readonly items?: DeclaredType;
  readonly others?: DeclaredType;
}

/** Returns where the rows of a statement differ from their declared type: a line for each column, with both types. */
export function compareRows(seen: Seen, type: DeclaredType): string[] {
  const undeclared = [...seen.columns.keys()].filter((name) => type.columns && !type.others && !(name in type.columns));
  return [...compare(seen, type, ''), ...undeclared.map((name) => `${name} is in no row type`)];
}

function compare(seen: Seen, type: DeclaredType, path: string): string[] {
  if (type.any) return [];
  const { kinds = [], texts, columns = {}, others } = type;
  const differences = [...seen.kinds]
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => `${path || 'a row'} is ${kind}, declared as ${kinds.join(' | ')}`);
  const unknown = texts && kinds.includes('string') ? [...seen.texts].filter((text) => !texts.includes(text)) : [];
  if (unknown.length > 0)
    differences.push(`${path} is ${JSON.stringify(unknown[0])}, declared as ${texts?.join(' | ')}`);
  if (seen.items && type.items) differences.push(...compare(seen.items, type.items, `${path}[]`));
  if (!seen.kinds.has('object') || !kinds.includes('object')) return differences;
  const prefix = path === '' ? '' : `${path}.`;
  for (const [name, declared] of Object.entries(columns)) {
    const column = seen.columns.get(name);
    if (column) differences.push(...compare(column, declared, `${prefix}${name}`));
    const isOptional = declared.any || declared.kinds?.includes('undefined');
    if (!isOptional && (column?.count ?? 0) < seen.objects) differences.push(`${prefix}${name} is missing`);
  }
  for (const [name, column] of seen.columns)
    if (others && !(name in columns)) differences.push(...compare(column, others, `${prefix}${name}`));
  return differences;
}
