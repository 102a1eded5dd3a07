import type { ReactNode } from 'react';
import classes from './badge.module.css';
import { joinClasses } from './join-classes.ts';

interface Props {
  /** `strong` asks for attention without being a failure, `plain` is a fact */
  readonly tone?: 'good' | 'bad' | 'strong' | 'plain';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A word for the state of something. */
export function Badge({ tone = 'plain', className, children }: Props) {
  return (
    <span className={joinClasses(classes.badge, className)} data-tone={tone}>
      {children}
    </span>
  );
}
