import { Link } from '@tanstack/react-router';
import type { Tag } from '../../api/shapes.ts';
import { tagTexts as texts } from '../../texts/en/tags.ts';
import { searchOfTag } from './search-tag.ts';
import classes from './tag-chips.module.css';

/** The first `max` tags of a publication by name. The color is only beside the name. */
export function TagChips({ tags, max }: { tags: readonly Tag[]; max: number }) {
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

/**
 * The tags of a publication. Each leads to the publications with it. A row of a list has no room for targets of 24
 * pixels (WCAG 2.5.8).
 */
export function TagLinks({ tags }: { tags: readonly Tag[] }) {
  return (
    <span className={classes.tags}>
      <span className="visually-hidden">{texts.before} </span>
      {tags.map(({ name, color }) => (
        <Link
          key={name}
          to="/"
          search={{ view: 'all', q: searchOfTag(name) }}
          className={classes.link}
          title={texts.open(name)}
        >
          <TagChip name={name} color={color} />
        </Link>
      ))}
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
