import type { ComponentProps } from 'react';
import classes from './progress.module.css';

interface Props extends Omit<ComponentProps<'progress'>, 'value' | 'max' | 'className'> {
  /** percent; null while nobody knows how much is left */
  readonly value: number | null;
  readonly 'aria-label': string;
}

/** A bar for how much is done. */
export function Progress({ value, ...rest }: Props) {
  return <progress {...rest} className={classes.progress} max={100} {...(value === null ? {} : { value })} />;
}
