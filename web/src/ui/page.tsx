import type { ReactNode, Ref } from 'react';
import classes from './page.module.css';

interface Props {
  readonly title: string;
  readonly windowTitle: string;
  /** shown before the heading, such as a picture */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** the element that scrolls, for a virtual list in the page */
  readonly scroller?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A page with heading and actions that scrolls as a whole. */
export function Page(props: Props) {
  return (
    // a scrolling element must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={props.scroller} className={classes.scroller} tabIndex={0} aria-label={props.title}>
      <title>{props.windowTitle}</title>
      <div className={classes.page}>
        <div className={classes.head}>
          <div className={classes.title}>
            {props.lead}
            <h1 dir="auto">{props.title}</h1>
          </div>
          {props.actions}
        </div>
        {props.children}
      </div>
    </section>
  );
}
