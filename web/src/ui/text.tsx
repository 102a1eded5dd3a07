import './space.css';
import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';
import classes from './text.module.css';

interface Props extends ComponentProps<'p'> {
  readonly isSmall?: boolean;
  readonly isStrong?: boolean;
  /** `quiet` explains, `bad` says that something is wrong */
  readonly tone?: 'quiet' | 'bad';
}

/** A paragraph of the size that forms have. */
export function Text({ isSmall = false, isStrong = false, tone, className, ...rest }: Props) {
  return (
    <p
      {...rest}
      className={joinClasses(classes.text, className)}
      data-small={isSmall || undefined}
      data-strong={isStrong || undefined}
      data-tone={tone}
    />
  );
}
