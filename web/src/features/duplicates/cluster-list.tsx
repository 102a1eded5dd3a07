import type { Cluster } from '../../api/shapes.ts';
import { duplicateTexts as texts } from '../../texts/en/duplicates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import list from '../admin/list.module.css';
import { ClusterMembers } from './cluster-members.tsx';
import classes from './duplicates.module.css';

interface Props {
  readonly clusters: readonly Cluster[];
  readonly selected: ReadonlySet<string>;
  onSelect(key: string, isSelected: boolean): void;
}

/** Clusters of publications that may be the same, side by side, with the evidence. */
export function ClusterList({ clusters, selected, onSelect }: Props) {
  return (
    <ul className={list.list}>
      {clusters.map((cluster) => (
        <li key={cluster.cluster_key} className={classes.cluster}>
          <div className={classes.head}>
            <Checkbox
              label={texts.select(cluster.member_count)}
              checked={selected.has(cluster.cluster_key)}
              onChange={({ currentTarget }) => onSelect(cluster.cluster_key, currentTarget.checked)}
            />
            <span className={classes.score}>{texts.probability(cluster.similarity_score)}</span>
            <Verdict cluster={cluster} />
          </div>
          <ClusterMembers cluster={cluster} />
        </li>
      ))}
    </ul>
  );
}

/** Whether the cluster needs a review, and why. */
function Verdict({ cluster }: { cluster: Cluster }) {
  if (cluster.can_merge_without_review) {
    return (
      <Badge tone="good" className={classes.badge}>
        {texts.certain}
      </Badge>
    );
  }
  return (
    <span>
      <Badge tone="strong" className={classes.badge}>
        {texts.review}
      </Badge>{' '}
      <span className={list.quiet}>{cluster.is_listed_apart ? texts.listedApart : texts.uncertain}</span>
    </span>
  );
}
