import { namesOf, type SoakResult } from './soak-report.ts';

/** The plot in pixels: two panels of this size, one below the other. */
const WIDTH = 820;
const PANEL = 240;
const LEFT = 60;
const RIGHT = 150;
const TOP = 40;
const GAP = 60;
const COLORS = {
  'replica 1': '#1f5fa8',
  'replica 2': '#6aa6de',
  'worker 1': '#a33b20',
  'worker 2': '#d9773f',
  'worker 3': '#c9a227',
};
const POSTGRES_COLOR = '#2f7d4f';

interface Line {
  readonly name: string;
  readonly color: string;
  readonly points: readonly { readonly second: number; readonly value: number }[];
}

/** Draws a run as SVG: p95 of reads above, memory below. Vertical lines are kills. */
export function drawPlot({ samples, seconds, kills }: SoakResult): string {
  const measured = samples.filter(({ reads }) => reads > 0);
  const times: Line[] = [
    { name: 'p95', color: '#1f5fa8', points: measured.map(({ second, p95 }) => ({ second, value: p95 })) },
    { name: 'p50', color: '#6aa6de', points: measured.map(({ second, p50 }) => ({ second, value: p50 })) },
  ];
  const memory: Line[] = [
    ...namesOf(samples).map((life) => {
      const name = life.split(',')[0] as keyof typeof COLORS;
      const points = samples.flatMap(({ second, memory: all }) =>
        life in all ? [{ second, value: all[life] ?? 0 }] : [],
      );
      return { name, color: COLORS[name], points };
    }),
    {
      name: 'PostgreSQL, own',
      color: POSTGRES_COLOR,
      points: samples.map(({ second, postgres }) => ({ second, value: postgres.own })),
    },
  ];
  const height = TOP + 2 * PANEL + GAP + 45;
  const panels = [
    drawPanel(TOP, 'Reads: p50 and p95 of each 10 seconds, in ms', times, seconds),
    drawPanel(TOP + PANEL + GAP, 'Memory in MB (PSS; PostgreSQL without shared memory)', memory, seconds),
  ];
  const marks = kills.map(({ second, name }) => {
    const x = round(xOf(second, seconds));
    return `<line x1="${x}" y1="${TOP}" x2="${x}" y2="${TOP + 2 * PANEL + GAP}" stroke="#999" stroke-dasharray="3 3"><title>${name} killed</title></line>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<title>Soak: p95 of reads, and memory of the processes</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${marks.join('\n')}
${panels.join('\n')}
<text x="${LEFT}" y="${height - 8}" fill="#555">minutes; a dashed line is a kill of one process</text>
</svg>
`;
}

function drawPanel(top: number, title: string, lines: readonly Line[], seconds: number): string {
  const step = stepFor(Math.max(1, ...lines.flatMap(({ points }) => points.map(({ value }) => value))));
  const max = step * 5;
  const y = (value: number) => round(top + PANEL * (1 - value / max));
  const parts = [`<text x="${LEFT}" y="${top - 10}" font-weight="bold">${title}</text>`];
  for (let n = 0; n <= 5; n += 1) {
    parts.push(
      `<line x1="${LEFT}" y1="${y(n * step)}" x2="${WIDTH - RIGHT}" y2="${y(n * step)}" stroke="#e2e2e2"/>`,
      `<text x="${LEFT - 8}" y="${y(n * step) + 4}" text-anchor="end" fill="#555">${round(n * step)}</text>`,
    );
  }
  const minuteStep = Math.max(1, Math.ceil(seconds / 60 / 12));
  for (let minute = 0; minute * 60 <= seconds; minute += minuteStep)
    parts.push(
      `<text x="${round(xOf(minute * 60, seconds))}" y="${top + PANEL + 16}" text-anchor="middle" fill="#555">${minute}</text>`,
    );
  for (const { color, points } of lines) {
    const path = points.map(({ second, value }) => `${round(xOf(second, seconds))},${y(value)}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.5"/>`);
  }
  // one entry for all lives of a process
  const legend = new Map(lines.map(({ name, color }) => [name, color]));
  for (const [at, [name, color]] of [...legend].entries()) {
    const line = top + 10 + at * 18;
    parts.push(
      `<rect x="${WIDTH - RIGHT + 12}" y="${line - 5}" width="14" height="4" fill="${color}"/>`,
      `<text x="${WIDTH - RIGHT + 32}" y="${line + 1}">${name}</text>`,
    );
  }
  return parts.join('\n');
}

function xOf(second: number, seconds: number): number {
  return LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(second, seconds)) / seconds;
}

/** A round step, of which five reach `max`. */
function stepFor(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max / 5));
  return power * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power * 5 >= max) ?? 10);
}

const round = (value: number) => Math.round(value * 10) / 10;
