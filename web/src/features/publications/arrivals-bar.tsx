import { useQuery } from '@tanstack/react-query';
import type { PublicationQuery } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import classes from './bars.module.css';
import { invalidateLists } from './cached-publications.ts';
import { arrivalsQuery } from './list-query.ts';

/** The number of new publications. The list stays as it is until the reader asks for them. */
export function ArrivalsBar(props: { query: PublicationQuery; snapshot: string; onShow: () => void }) {
  const { data: count = 0 } = useQuery(arrivalsQuery(props.query, props.snapshot));
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          className={classes.arrivals}
          onClick={() => {
            void invalidateLists();
            props.onShow();
          }}
        >
          {texts.publications.arrivals(count)}
        </button>
      )}
    </div>
  );
}
