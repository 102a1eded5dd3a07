import { Badge, Checkbox } from '@mantine/core';
import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as said } from '../../texts/en/duplicates.ts';
import list from '../admin/list.module.css';
import { ClusterMembers } from './cluster-members.tsx';
import classes from './duplicates.module.css';

interface Props {
  readonly clusters: readonly Cluster[];
  readonly chosen: ReadonlySet<string>;
  onChoose(key: string, isChosen: boolean): void;
}

/** What may be one work, side by side, with what speaks for and against it. */
export function ClusterList({ clusters, chosen, onChoose }: Props) {
  return (
    <ul className={list.list}>
      {clusters.map((cluster) => (
        <li key={cluster.cluster_key} className={classes.cluster}>
          <div className={classes.head}>
            <Checkbox
              label={said.choose(cluster.member_count)}
              checked={chosen.has(cluster.cluster_key)}
              onChange={({ currentTarget }) => onChoose(cluster.cluster_key, currentTarget.checked)}
            />
            <span className={classes.score}>{said.probability(cluster.similarity_score)}</span>
            <Verdict cluster={cluster} />
          </div>
          <ClusterMembers cluster={cluster} />
        </li>
      ))}
    </ul>
  );
}

/** Whether somebody should look, and why. */
function Verdict({ cluster }: { cluster: Cluster }) {
  if (cluster.can_merge_without_review) {
    return (
      <Badge variant="light" color="green" className={classes.badge}>
        {said.sureEnough}
      </Badge>
    );
  }
  return (
    <span className={classes.verdict}>
      <Badge variant="light" color="yellow" className={classes.badge}>
        {said.lookAtIt}
      </Badge>{' '}
      <span className={list.quiet}>{cluster.is_listed_apart ? said.listedApart : said.notSure}</span>
    </span>
  );
}
