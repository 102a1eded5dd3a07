import './space.css';
import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';
import classes from './layout.module.css';

interface Props extends ComponentProps<'div'> {
  /** distance between the children: 0.5, 0.75, or 1 rem */
  readonly gap?: 'xs' | 'sm' | 'md';
}

/** Its children are below each other and as wide as it is, except buttons. */
export function Stack({ gap = 'md', className, ...rest }: Props) {
  return <div {...rest} className={joinClasses(classes.stack, className)} data-gap={gap} />;
}

/** Its children are beside each other as far as there is room. */
export function Group({ gap = 'sm', className, ...rest }: Props) {
  return <div {...rest} className={joinClasses(classes.group, className)} data-gap={gap} />;
}
