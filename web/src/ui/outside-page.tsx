import type { ReactNode } from 'react';
import { texts } from '../texts/en.ts';
import { Mark } from './mark.tsx';
import classes from './outside-page.module.css';

interface Props {
  readonly title: string;
  readonly windowTitle: string;
  /** one sentence below the heading */
  readonly intro?: string;
  readonly children: ReactNode;
}

/** A page for visitors: one column below the name of the product. */
export function OutsidePage({ title, windowTitle, intro, children }: Props) {
  return (
    <main className={classes.page}>
      <title>{windowTitle}</title>
      <div className={classes.column}>
        <header className={classes.head}>
          <p className={classes.product}>
            <Mark />
            {texts.product}
          </p>
          <h1>{title}</h1>
          {intro !== undefined && <p className={classes.intro}>{intro}</p>}
        </header>
        {children}
      </div>
    </main>
  );
}
