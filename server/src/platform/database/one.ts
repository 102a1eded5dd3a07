/**
 * Returns the only row of a statement that always returns one, such as a count.
 * @param what was read, for the error
 * @throws Error if there is not exactly one row
 */
export function one<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${what}: ${rows.length} rows instead of one`);
  return row;
}
