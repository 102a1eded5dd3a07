import { type MouseEvent, memo, type ReactNode } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { noticeTexts } from '../../texts/en/notices.ts';
import { texts } from '../../texts/en.ts';
import { titleWithKey } from '../../ui/commands.ts';
import { formatNumber } from '../../ui/format.ts';
import { NoteIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { TagChips } from '../tags/tag-chips.tsx';
import { setRead, toggleFavorite } from './marks.ts';
import classes from './publication-row.module.css';
import { ReadingReasons } from './reading-reasons.tsx';
import { rejectedFor } from './reject.ts';
import { Authors, Matched } from './row-text.tsx';
import { StageWord } from './stage-word.tsx';
import { openHere } from './use-detail.ts';

/** The others are counted. */
const MAX_TAGS = 3;

interface Props {
  readonly publication: Publication;
  readonly search: string;
  /** above the first publication of a group; a feed has nothing but articles, so it is in this one */
  readonly heading: ReactNode;
  /** the row that keyboard shortcuts act on */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  /** null outside of selection mode */
  readonly isSelected: boolean | null;
  readonly at: number;
  readonly of: number;
  /** address of the list with this publication open */
  readonly href: string;
  onOpen(id: number, read: Publication): void;
  onFocus(at: number): void;
  /** `isRange`: with all rows since the one that was selected before */
  onSelect(publication: Publication, isRange: boolean): void;
}

/**
 * One publication: the title, then authors, venue and tags. Year, PDF and star have columns of their own, which stay
 * empty if there is nothing to show. It uses plain elements, because scrolling renders hundreds of rows a second, and
 * the router's links would take most of that time.
 */
export const PublicationRow = memo(function PublicationRow(props: Props) {
  const { publication, search, isActive, isOpen, isSelected } = props;
  const { publication_id: id, title, is_read: isRead, is_favorite: isFavorite } = publication;
  const {
    tags,
    note_count: noteCount,
    year,
    pdf_url: pdf,
    citation_count: citations,
    abstract_start: abstract,
  } = publication;
  const { reading_reasons: reasons } = publication;
  const reachable = isActive ? 0 : -1;
  const markName = isRead ? texts.publications.markUnread : texts.publications.markRead;
  const open = (event: MouseEvent) => {
    if (!openHere(event, () => props.onOpen(id, publication))) setRead(publication, true);
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
      onFocus={() => props.onFocus(props.at)}
    >
      {props.heading}
      <div className={classes.card} data-card>
        {isSelected === null ? (
          <button
            type="button"
            tabIndex={reachable}
            className={classes.read}
            aria-label={texts.publications.named(markName, title)}
            title={titleWithKey('toggleRead', markName)}
            onClick={() => setRead(publication, !isRead)}
          />
        ) : (
          <label className={classes.check}>
            <input
              type="checkbox"
              checked={isSelected}
              tabIndex={reachable}
              aria-label={texts.publications.select(title)}
              // the browser sends a click, also for a key
              onChange={({ nativeEvent }) =>
                props.onSelect(publication, nativeEvent instanceof PointerEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        )}
        <div className={classes.body}>
          {!isRead && <span className="visually-hidden">{texts.publications.unread} </span>}
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
          {tags.length === 0 && noteCount === 0 ? (
            <Byline publication={publication} search={search} />
          ) : (
            <div className={classes.tagged}>
              <Byline publication={publication} search={search} />
              {noteCount > 0 && (
                <span className={classes.noted} title={texts.publications.hasNote}>
                  <NoteIcon size={14} />
                  <span className="visually-hidden">{texts.publications.hasNote}</span>
                </span>
              )}
              {tags.length > 0 && <TagChips tags={tags} max={MAX_TAGS} />}
            </div>
          )}
          {reasons && <ReadingReasons reasons={reasons} />}
          {abstract && (
            <p className={classes.abstract} dir="auto">
              {abstract}
            </p>
          )}
        </div>
        <span className={classes.year}>{year}</span>
        <span className={classes.pdf}>
          {pdf !== null && (
            <a
              href={pdf}
              target="_blank"
              rel="noreferrer"
              tabIndex={reachable}
              title={titleWithKey('openPdf', texts.publications.openPdf)}
            >
              PDF<span className="visually-hidden">: {title}</span>
            </a>
          )}
        </span>
        <button
          type="button"
          tabIndex={reachable}
          className={classes.star}
          data-on={isFavorite || undefined}
          aria-pressed={isFavorite}
          aria-label={texts.publications.named(texts.publications.favorite, title)}
          title={titleWithKey('favorite', texts.publications.favorite)}
          onClick={() => toggleFavorite(publication)}
        >
          {isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
        </button>
        {citations > 0 && (
          <span className={classes.cited}>
            {formatNumber(citations)} <span>{texts.publications.cited}</span>
          </span>
        )}
      </div>
    </article>
  );
});

/** The second line of a row: authors, then the venue. */
function Byline({ publication, search }: { publication: Publication; search: string }) {
  const { author_text: authors, venue_text: venue, scholars, notice } = publication;
  const names = scholars.map(({ label }) => label);
  const rejected = rejectedFor(publication);
  return (
    <p className={classes.byline}>
      {notice !== null && (
        <strong className={classes.notice} data-status={notice}>
          {noticeTexts.natures[notice]}
        </strong>
      )}
      {rejected !== null && (
        <>
          <strong>{detailTexts.notByName(rejected)}</strong>
          {' · '}
        </>
      )}
      <StageWord publication={publication} />
      <Authors authorText={authors} names={names} search={search} />
      {venue !== null && (
        <>
          {(authors !== null || names.length > 0) && ' · '}
          <span className={classes.venue} dir="auto">
            <Matched text={venue} search={search} />
          </span>
        </>
      )}
    </p>
  );
}
