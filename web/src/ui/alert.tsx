import type { ComponentProps, ReactNode } from 'react';
import classes from './alert.module.css';

interface Props extends ComponentProps<'div'> {
  /** `good` says what was done, `plain` what the reader should know */
  readonly tone?: 'good' | 'plain';
  readonly heading?: ReactNode;
}

/** A message in the page. Its `role` says whether a screen reader reads it when it appears. */
export function Alert({ tone = 'plain', heading, children, ...rest }: Props) {
  return (
    <div {...rest} className={classes.alert} data-tone={tone}>
      {heading && <strong>{heading}</strong>}
      {children}
    </div>
  );
}
