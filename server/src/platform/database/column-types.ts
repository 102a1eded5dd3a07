import pg from 'pg';

const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Our connections use UTC. JavaScript's own parser reads ISO 8601 several times faster than the driver's. */
function parseTime(text: string): Date {
  return text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`) : parseAnyTime(text);
}

/** OID of bigint[]; our arrays of ids hold no null. */
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];

function parseIds(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
}

/**
 * Sets the types of column values: bigint becomes a number (ids and counts, all below 2^53), and times become dates.
 */
export function setColumnTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(INT8_ARRAY, parseIds);
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime);
}
