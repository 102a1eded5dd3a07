import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface Look {
  /** `primary` is the one thing that most people want here; `quiet` looks like a link */
  readonly look?: 'default' | 'primary' | 'quiet';
  readonly isSmall?: boolean;
}

/** A button of the first page, which loads no component library. */
export function Button({ look = 'default', isSmall = false, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...lookOf({ look, isSmall })} />;
}

/** A link that looks like a button. */
export function LinkButton({ look = 'default', isSmall = false, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} {...lookOf({ look, isSmall })}>
      {children}
    </a>
  );
}

/** A button that is only an icon, and says what it does in its `aria-label`. */
export function IconButton(props: ComponentProps<'button'> & { readonly 'aria-label': string }) {
  return <button type="button" {...props} className={classes.icon} />;
}

/** The attributes of an element that looks like a button, such as a router's link. */
export function lookOf({ look = 'default', isSmall = false }: Look) {
  return { className: classes.button, 'data-look': look, 'data-small': isSmall || undefined };
}
