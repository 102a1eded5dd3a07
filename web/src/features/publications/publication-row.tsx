import { ActionIcon, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { EyeIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { setRead, toggleFavorite } from './marks.ts';
import classes from './publication-row.module.css';
import { RowFacts } from './row-facts.tsx';
import { Matched } from './row-text.tsx';

interface Props {
  readonly publication: Publication;
  readonly search: string;
  /** above the first of a day */
  readonly day: string | null;
  /** the one that the keys are about */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** null: nothing can be selected now */
  readonly isSelected: boolean | null;
  readonly at: number;
  readonly of: number;
  onFocus(at: number): void;
  onSelect(id: number): void;
}

/** One publication in two lines; what can be done with it appears when it is pointed at or has the focus. */
export const PublicationRow = memo(function PublicationRow(props: Props) {
  const { publication, search, day, isActive, isOpen, isSelected } = props;
  const { publication_id: id, title, is_read: isRead, is_favorite: isFavorite } = publication;
  const reachable = isActive ? 0 : -1;
  return (
    <article
      className={classes.row}
      // a feed is walked article by article: https://www.w3.org/WAI/ARIA/apg/patterns/feed/
      tabIndex={reachable}
      aria-labelledby={`title-${id}`}
      aria-posinset={props.at + 1}
      aria-setsize={props.of}
      data-row={props.at}
      data-read={isRead || undefined}
      data-open={isOpen || undefined}
      data-new={publication.is_new_in_latest_run || undefined}
      onFocus={() => props.onFocus(props.at)}
    >
      {day !== null && <p className={classes.day}>{day}</p>}
      <div className={classes.card}>
        <div className={classes.lead}>
          {isSelected === null ? (
            !isRead && <span className={classes.dot} role="img" aria-label={texts.publications.unread} />
          ) : (
            <Checkbox
              size="xs"
              checked={isSelected}
              tabIndex={reachable}
              aria-label={texts.publications.select(title)}
              onChange={() => props.onSelect(id)}
            />
          )}
        </div>
        <div className={classes.body}>
          <Link
            to="/"
            search={(before) => ({ ...before, open: id })}
            id={`title-${id}`}
            className={classes.title}
            tabIndex={reachable}
            preload={false}
            dir="auto"
            onClick={() => setRead(publication, true)}
          >
            <Matched text={title} search={search} />
          </Link>
          <RowFacts publication={publication} search={search} reachable={reachable} />
        </div>
        <div className={classes.side}>
          <span className={classes.year}>{publication.year ?? ''}</span>
          <span className={classes.actions}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              tabIndex={reachable}
              className={classes.read}
              aria-label={isRead ? texts.publications.markUnread : texts.publications.markRead}
              onClick={() => setRead(publication, !isRead)}
            >
              <EyeIcon size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              tabIndex={reachable}
              className={classes.star}
              data-on={isFavorite || undefined}
              aria-pressed={isFavorite}
              aria-label={texts.publications.favorite}
              onClick={() => toggleFavorite(publication)}
            >
              {isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
            </ActionIcon>
          </span>
        </div>
      </div>
    </article>
  );
});
