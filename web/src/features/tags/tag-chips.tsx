import type { Tag } from '../../api/shapes.ts';
import { tagTexts as texts } from '../../texts/en/tags.ts';
import classes from './tag-chips.module.css';

interface Props {
  readonly tags: readonly Tag[];
  /** how many are shown; the others are counted */
  readonly max?: number;
}

/** The tags of a publication by name. The color is only beside the name. */
export function TagChips({ tags, max = tags.length }: Props) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      <span className="visually-hidden">{texts.before} </span>
      {tags.slice(0, max).map(({ name, color }) => (
        <TagChip key={name} name={name} color={color} />
      ))}
      {tags.length > max && <span className={classes.more}>{texts.more(tags.length - max)}</span>}
    </span>
  );
}

export function TagChip({ name, color }: Pick<Tag, 'name' | 'color'>) {
  return (
    <span className={classes.tag} data-color={color} dir="auto">
      {name}
    </span>
  );
}
