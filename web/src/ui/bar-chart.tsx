import { useElementSize } from '@mantine/hooks';
import classes from './bar-chart.module.css';
import { barsBetweenLabels, ticksUpTo } from './chart-scale.ts';

const HEIGHT = 180;
/** Around the bars, for what the axes say. */
const MARGIN = { top: 8, right: 4, bottom: 24, left: 40 };
const BAR_SHARE = 0.8;
/** Until the page is laid out. */
const FIRST_WIDTH = 480;
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });

interface Props {
  readonly title: string;
  /** all that a bar says to who cannot see the bars */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** how much room a name needs, in pixels */
  readonly nameWidth: number;
}

interface Bar {
  readonly name: string;
  /** where it stands among all; names are shown of every second, fifth, tenth place, as there is room */
  readonly place: number;
  readonly value: number;
  /** what it says when it is pointed at */
  readonly says: string;
}

/** Bars beside each other, in order. It is drawn as wide as there is room, so that what the axes say keeps its size. */
export function BarChart({ title, label, bars, nameWidth }: Props) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = measured || FIRST_WIDTH;
  const ticks = ticksUpTo(Math.max(...bars.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const step = (width - MARGIN.left - MARGIN.right) / bars.length;
  const floor = HEIGHT - MARGIN.bottom;
  const yOf = (value: number) => floor - (value / top) * (floor - MARGIN.top);
  const every = barsBetweenLabels(step, nameWidth);
  return (
    <figure className={classes.chart}>
      <figcaption>{title}</figcaption>
      <div ref={ref} className={classes.room}>
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={MARGIN.left} x2={width} y1={yOf(tick)} y2={yOf(tick)} className={classes.line} />
              <text x={MARGIN.left - 6} y={yOf(tick)} className={classes.value}>
                {short.format(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ name, place, value, says }, at) => {
            const left = MARGIN.left + at * step;
            return (
              <g key={place}>
                <title>{says}</title>
                <rect x={left} y={0} width={step} height={floor} className={classes.column} />
                <rect
                  x={left + (step * (1 - BAR_SHARE)) / 2}
                  y={yOf(value)}
                  width={step * BAR_SHARE}
                  height={floor - yOf(value)}
                  className={classes.bar}
                />
                {place % every === 0 && (
                  <text x={left + step / 2} y={HEIGHT - 6} className={classes.name}>
                    {name}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}
