import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  readonly title: string;
  readonly windowTitle: string;
  /** before the heading, as a picture is */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that scrolls as a whole: a heading, what can be done, the rest. */
export function Page(props: Props) {
  return (
    // what scrolls can be reached with the keys, too
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroller} tabIndex={0} aria-label={props.title}>
      <title>{props.windowTitle}</title>
      <div className={classes.page}>
        <div className={classes.head}>
          <div className={classes.title}>
            {props.lead}
            <Title order={1} size="h3" dir="auto">
              {props.title}
            </Title>
          </div>
          {props.actions}
        </div>
        {props.children}
      </div>
    </section>
  );
}
