import { Checkbox } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
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
  /** heading above the first publication of a day */
  readonly day: string | null;
  /** the row that keyboard shortcuts act on */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** null outside of selection mode */
  readonly isSelected: boolean | null;
  readonly at: number;
  readonly of: number;
  /** address of the list with this publication open */
  readonly href: string;
  onOpen(id: number): void;
  onFocus(at: number): void;
  /** `isRange`: with all rows since the one that was selected before */
  onSelect(publication: Publication, isRange: boolean): void;
}

/**
 * One publication in two lines. Actions appear on hover and focus. It uses plain elements, because scrolling renders hundreds of rows a
 * second, and the router's links and Mantine's buttons would take most of that time.
 */
export const PublicationRow = memo(function PublicationRow(props: Props) {
  const { publication, search, day, isActive, isOpen, isSelected } = props;
  const { publication_id: id, title, is_read: isRead, is_favorite: isFavorite } = publication;
  const reachable = isActive ? 0 : -1;
  const open = (event: MouseEvent) => {
    setRead(publication, true);
    // the browser opens a new tab or downloads
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    props.onOpen(id);
  };
  return (
    <article
      className={classes.row}
      // in a feed, each article can be focused: https://www.w3.org/WAI/ARIA/apg/patterns/feed/
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
      <div className={classes.card} data-card>
        <div className={classes.lead}>
          {isSelected === null ? (
            !isRead && <span className={classes.dot} role="img" aria-label={texts.publications.unread} />
          ) : (
            <Checkbox
              size="xs"
              checked={isSelected}
              tabIndex={reachable}
              aria-label={texts.publications.select(title)}
              // the browser sends a click, also for a key
              onChange={({ nativeEvent }) =>
                props.onSelect(publication, nativeEvent instanceof PointerEvent && nativeEvent.shiftKey)
              }
            />
          )}
        </div>
        <div className={classes.body}>
          <a
            href={props.href}
            id={`title-${id}`}
            className={classes.title}
            tabIndex={reachable}
            dir="auto"
            onClick={open}
          >
            <Matched text={title} search={search} />
          </a>
          <RowFacts publication={publication} search={search} reachable={reachable} />
        </div>
        <div className={classes.side}>
          <span className={classes.year}>{publication.year ?? ''}</span>
          <span className={classes.actions}>
            <button
              type="button"
              tabIndex={reachable}
              className={classes.read}
              aria-label={texts.publications.named(
                isRead ? texts.publications.markUnread : texts.publications.markRead,
                title,
              )}
              onClick={() => setRead(publication, !isRead)}
            >
              <EyeIcon size={16} />
            </button>
            <button
              type="button"
              tabIndex={reachable}
              className={classes.star}
              data-on={isFavorite || undefined}
              aria-pressed={isFavorite}
              aria-label={texts.publications.named(texts.publications.favorite, title)}
              onClick={() => toggleFavorite(publication)}
            >
              {isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
            </button>
          </span>
        </div>
      </div>
    </article>
  );
});
