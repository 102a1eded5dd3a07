import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A gauge with the values of its labels. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Renders gauges in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export function renderFigures(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, values } of figures) {
    // without values it would be reported as 0
    if (values.length === 0) continue;
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of values) gauge.set(labels, value);
  }
  return registry.metrics();
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The durations of requests by route. The number of series is limited, because clients cannot add routes or methods.
 */
export class RequestTimes {
  readonly #registry = new Registry();
  readonly #histogram = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Duration of requests in seconds. An event stream counts when it ends.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });

  /** `route`: the pattern; null if no route matches the path. */
  observe(request: { method: string; route: string | null; status: number; ms: number }): void {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const labels = { method, route: request.route ?? 'none', status: String(request.status) };
    this.#histogram.observe(labels, request.ms / 1000);
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }
}

let ofProcess: Registry | null = null;

/**
 * Node's metrics of this process: memory, processor time, event loop lag, garbage collection. They are collected from
 * the first call on.
 */
export function watchProcess(): { render(): Promise<string> } {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const registry = ofProcess;
  return { render: () => registry.metrics() };
}
