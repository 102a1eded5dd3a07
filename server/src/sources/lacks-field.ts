import { type Fields, isFields } from './json-fields.ts';

/** Fewer entries may lack a field together by coincidence, and in the answers of older servers. */
const MIN_ENTRIES = 3;

/**
 * Whether a field that each object of its kind has is in none of the entries of a list: then the source renamed it or
 * left it out, and reading the answer would lose it in every record. Only the name counts, so a field may be null.
 * @param root the list of entries, or an answer in which the first list of a path has them
 * @param paths names separated by dots: `author.name`. Lists within an entry are passed through. A last name may have
 * alternatives: `family|name`.
 * @param min how many entries must lack the field
 */
export function lacksField(root: unknown, paths: readonly string[], min = MIN_ENTRIES): boolean {
  return paths.some((path) => {
    const names = path.split('.');
    const last = names.pop()?.split('|') ?? [];
    const entries = entriesOf(root, names);
    return entries.length >= min && !entries.flat().some((object) => last.some((name) => name in object));
  });
}

/** For each entry, its objects at the end of a path; entries without one are left out. */
function entriesOf(root: unknown, names: readonly string[]): Fields[][] {
  if (Array.isArray(root)) {
    const objectsIn = (entry: unknown) =>
      names.reduce((objects, name) => objects.flatMap((one) => objectsOf(one[name])), objectsOf(entry));
    return root.map(objectsIn).filter(({ length }) => length > 0);
  }
  const [name, ...rest] = names;
  return isFields(root) && name !== undefined ? entriesOf(root[name], rest) : [objectsOf(root)];
}

function objectsOf(value: unknown): Fields[] {
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}
