import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';
import classes from './table.module.css';

/** A table with a line below each row. Its parts are the elements of HTML. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={joinClasses(classes.table, className)} />;
}
