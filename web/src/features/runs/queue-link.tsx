import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runsTexts } from '../../texts/en/runs.ts';
import { queueQuery } from './queue-query.ts';
import classes from './runs.module.css';

/** A link to the queue with its size. */
export function QueueLink() {
  const { data: queue } = useQuery(queueQuery);
  if (queue === undefined || queue.pagination.total_count === 0) return null;
  const dropped = queue.queue_items.filter(({ status }) => status === 'dropped').length;
  return (
    <p className={classes.toQueue}>
      <Link to="/runs/queue" className={classes.link}>
        {runsTexts.queue.link(queue.pagination.total_count - dropped, dropped)}
      </Link>
    </p>
  );
}
