export const SEVERITIES = ['failure', 'warning', 'metric'] as const;

/** A failure is out of order, a warning worth a look; a metric only tells how much there is. */
export type Severity = (typeof SEVERITIES)[number];
