import { isFields } from './json-fields.ts';

/** Fewer objects may lack a field together by coincidence, and in the answers of older servers. */
const MIN_OBJECTS = 3;

/**
 * Whether a field that each object of its kind has is in none of them: then the source renamed it or left it out, and reading the answer would lose it in
 * every record. Only the name counts, so a field may be null.
 * @param paths names separated by dots, from the root; lists are passed through: `results.author.name`. A last name may have alternatives: `family|name`.
 * @param min how many objects must lack the field
 */
export function lacksField(root: unknown, paths: readonly string[], min = MIN_OBJECTS): boolean {
  return paths.some((path) => {
    const names = path.split('.');
    const last = names.pop()?.split('|') ?? [];
    let objects = objectsOf(root);
    for (const name of names) objects = objects.flatMap((object) => objectsOf(object[name]));
    return objects.length >= min && !objects.some((object) => last.some((name) => name in object));
  });
}

function objectsOf(value: unknown) {
  return (Array.isArray(value) ? value : [value]).filter(isFields);
}
