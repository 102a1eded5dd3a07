import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface Look {
  /** `primary` is the one thing that most people want here; `quiet` looks like a link */
  readonly look?: 'default' | 'primary' | 'quiet' | undefined;
  readonly isSmall?: boolean | undefined;
  /** as wide as what it is in */
  readonly isWide?: boolean | undefined;
  /** what it does cannot be taken back, or is rare */
  readonly isDanger?: boolean | undefined;
}

export function Button({ look, isSmall, isWide, isDanger, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} {...lookOf({ look, isSmall, isWide, isDanger })} />;
}

/** A link that looks like a button. */
export function LinkButton({ look, isSmall, isWide, isDanger, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} {...lookOf({ look, isSmall, isWide, isDanger })}>
      {children}
    </a>
  );
}

/** A button that is only an icon, and says what it does in its `aria-label`. */
export function IconButton(props: ComponentProps<'button'> & { readonly 'aria-label': string }) {
  return <button type="button" {...props} className={classes.icon} />;
}

/** The attributes of an element that looks like a button, such as a router's link. */
export function lookOf({ look = 'default', isSmall, isWide, isDanger }: Look) {
  return {
    className: classes.button,
    'data-look': look,
    'data-small': isSmall || undefined,
    'data-wide': isWide || undefined,
    'data-danger': isDanger || undefined,
  };
}
