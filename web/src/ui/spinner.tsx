import classes from './spinner.module.css';

/** Says that something is in progress, beside a text that says what. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />;
}
