import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Tag } from '../../api/shapes.ts';
import { tagTexts as texts } from '../../texts/en/tags.ts';
import { searchOfTag } from './search-tag.ts';
import classes from './tag-chips.module.css';

interface Props {
  readonly tags: readonly Tag[];
  /** how many are shown; the others are counted */
  readonly max?: number;
  readonly tabIndex?: 0 | -1;
}

/** The tags of a publication by name. Each links to the publications with it. The color is only beside the name. */
export function TagChips({ tags, max = tags.length, tabIndex = 0 }: Props) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      <span className="visually-hidden">{texts.before} </span>
      {tags.slice(0, max).map(({ name, color }) => (
        <TagLink key={name} name={name} color={color} tabIndex={tabIndex} />
      ))}
      {tags.length > max && <span className={classes.more}>{texts.more(tags.length - max)}</span>}
    </span>
  );
}

/** A plain element, because scrolling renders hundreds of rows a second, and the router's links would take most of that time. */
function TagLink({ name, color, tabIndex }: Pick<Tag, 'name' | 'color'> & { tabIndex: 0 | -1 }) {
  const navigate = useNavigate();
  const q = searchOfTag(name);
  const open = (event: MouseEvent) => {
    // the browser opens a new tab
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: '/', search: { view: 'all', q } });
  };
  return (
    <a
      href={`/?view=all&q=${encodeURIComponent(q)}`}
      className={classes.link}
      tabIndex={tabIndex}
      title={texts.open(name)}
      onClick={open}
    >
      <TagChip name={name} color={color} />
    </a>
  );
}

export function TagChip({ name, color }: Pick<Tag, 'name' | 'color'>) {
  return (
    <span className={classes.tag} data-color={color} dir="auto">
      {name}
    </span>
  );
}
