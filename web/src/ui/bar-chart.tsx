import { useEffect, useRef, useState } from 'react';
import classes from './bar-chart.module.css';
import { barsBetweenLabels, ticksUpTo } from './chart-scale.ts';

const HEIGHT = 180;
/** Room for the labels of the axes. */
const MARGIN = { top: 8, right: 4, bottom: 24, left: 40 };
const BAR_SHARE = 0.8;
/** Used until the element is measured. */
const FIRST_WIDTH = 480;
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });

interface Props {
  readonly title: string;
  /** text alternative of the chart */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** width of a name in pixels */
  readonly nameWidth: number;
}

interface Bar {
  readonly name: string;
  /** position on the axis; depending on the width, only every second, fifth or tenth place shows its name */
  readonly place: number;
  readonly value: number;
  /** shown on hover */
  readonly tooltip: string;
}

/** A bar chart in pixels of the available width, so that labels keep their size. */
export function BarChart({ title, label, bars, nameWidth }: Props) {
  const { ref, width } = useWidth();
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
          {bars.map(({ name, place, value, tooltip }, at) => {
            const left = MARGIN.left + at * step;
            return (
              <g key={place}>
                <title>{tooltip}</title>
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

/** The width of an element, which changes with the window. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || FIRST_WIDTH));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
