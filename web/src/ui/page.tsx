import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A page that scrolls as a whole: a heading, what can be done, the rest. */
export function Page(props: { title: string; windowTitle: string; actions?: ReactNode; children: ReactNode }) {
  return (
    // what scrolls can be reached with the keys, too
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroller} tabIndex={0} aria-label={props.title}>
      <title>{props.windowTitle}</title>
      <div className={classes.page}>
        <div className={classes.head}>
          <Title order={1} size="h3">
            {props.title}
          </Title>
          {props.actions}
        </div>
        {props.children}
      </div>
    </section>
  );
}
