/** The value of `class` for those names that are given. */
export function joinClasses(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
