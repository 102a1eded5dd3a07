import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicationDetail as Detail, Publication } from '../../api/shapes.ts';
import { citationTexts } from '../../texts/en/citations.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { noteTexts } from '../../texts/en/notes.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { texts } from '../../texts/en.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { titleWithKey } from '../../ui/commands.ts';
import { CloseIcon, NoteIcon, PdfIcon, StarFilledIcon, StarIcon, TagIcon } from '../../ui/icons.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { CiteDialog } from '../citations/cite-dialog.tsx';
import { CoinsMark } from '../citations/coins-mark.tsx';
import { draftsQuery } from '../notes/drafts-query.ts';
import { Notes } from '../notes/notes-part.ts';
import { PublicationPlaces } from '../public-lists/publication-places.tsx';
import { settingsQuery } from '../settings/settings-query.ts';
import { TagLinks } from '../tags/tag-chips.tsx';
import { Abstract } from './abstract.tsx';
import { libraryUrl } from './at-your-library.ts';
import { AuthorList } from './author-list.tsx';
import { CitedHere } from './cited-here.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { detailQuery } from './detail-query.ts';
import { deleteInterest, saveInterest, setRead, toggleFavorite } from './marks.ts';
import { Notices } from './notices.tsx';
import classes from './publication-detail.module.css';
import { rejectPublication } from './reject.ts';
import { useShown } from './show-marks.ts';
import { StageWord } from './stage-word.tsx';
import type { AuthorOf } from './unconfirmed-marks.ts';
import { WhyHere } from './why-here.tsx';

const INTEREST_COMMANDS = { more: 'moreLikeThis', less: 'lessLikeThis' } as const;

interface Props {
  readonly id: number;
  /** the data from a list, shown until the details arrive */
  readonly known: Publication | undefined;
  /** whether the user writes a note */
  readonly isWriting: boolean;
  onWriting(isWriting: boolean): void;
  onTag(publication: Publication): void;
  onClose(): void;
}

/** A publication to read: what it is, what one does with it, its abstract, why it is here, and then the facts. */
export function PublicationDetail({ id, known, isWriting, onWriting, onTag, onClose }: Props) {
  const { data: detail, error } = useQuery({ ...detailQuery(id), select: useShown() });
  const { data: hasDraft } = useQuery({
    ...draftsQuery,
    select: (drafts) => drafts.some((one) => one.publicationId === id),
  });
  const publication = detail ?? known;
  const notes = (isWriting || hasDraft || (publication?.note_count ?? 0) > 0) && (
    <Notes publicationId={id} isWriting={isWriting} onWriting={onWriting} />
  );
  const reject = (scholar: AuthorOf) => {
    if (!publication) return;
    void rejectPublication(publication, scholar);
    // without a scholar, the publication leaves the list
    if (publication.scholars.length === 1) onClose();
  };
  return (
    <div className={classes.detail}>
      <div className={classes.top}>
        <p className={classes.kind}>
          {publication?.is_new_in_latest_run && detailTexts.isNew}
          {publication && <StageWord publication={publication} />}
        </p>
        <IconButton aria-label={texts.close} title={titleWithKey('back', texts.close)} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <h2 dir="auto" className={classes.title}>
        {publication?.title}
      </h2>
      <ProblemText error={error} />
      {!publication && notes}
      {publication && (
        <>
          <CoinsMark publication={publication} detail={detail} />
          <AuthorList publication={publication} detail={detail} />
          <p className={classes.venue} dir="auto">
            {[publication.venue_text, publication.year].filter((part) => part !== null).join(' · ')}
          </p>
          <Actions publication={publication} detail={detail} onTag={onTag} onWriting={onWriting} />
          {publication.tags.length > 0 && (
            <p className={classes.tags}>
              <TagLinks tags={publication.tags} />
            </p>
          )}
          {detail && <Notices detail={detail} />}
          {detail && <Abstract detail={detail} />}
          {notes}
          <WhyHere publication={publication} detail={detail} onReject={reject} />
          {detail && <CitedHere detail={detail} />}
          <DetailFacts publication={publication} detail={detail} />
        </>
      )}
    </div>
  );
}

interface ActionsProps extends Pick<Props, 'onTag' | 'onWriting'> {
  readonly publication: Publication;
  readonly detail: Detail | undefined;
}

function Actions({ publication, detail, onTag, onWriting }: ActionsProps) {
  const interest = detail?.interest ?? null;
  const { data: settings } = useQuery(settingsQuery);
  const { is_favorite: isFavorite, is_read: isRead, pdf_url: pdf, pub_url: page } = publication;
  const atLibrary = pdf === null && settings ? libraryUrl(publication, detail, settings) : null;
  const [isCiting, setCiting] = useState(false);
  const markName = isRead ? texts.publications.markUnread : texts.publications.markRead;
  return (
    <div className={classes.actions}>
      {pdf !== null && (
        <LinkButton
          look="primary"
          href={pdf}
          target="_blank"
          rel="noreferrer"
          title={titleWithKey('openPdf', texts.publications.openPdf)}
        >
          <PdfIcon size={16} />
          {texts.publications.openPdf}
        </LinkButton>
      )}
      {atLibrary !== null && (
        <LinkButton look="primary" href={atLibrary} target="_blank" rel="noreferrer" title={detailTexts.atLibraryHint}>
          {detailTexts.atLibrary}
        </LinkButton>
      )}
      <Button aria-haspopup="dialog" onClick={() => setCiting(true)}>
        {citationTexts.cite}
      </Button>
      <Button
        aria-pressed={isFavorite}
        title={titleWithKey('favorite', texts.publications.favorite)}
        onClick={() => toggleFavorite(publication)}
      >
        {isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
        {texts.publications.favorite}
      </Button>
      <Button title={titleWithKey('tag', tagTexts.edit)} onClick={() => onTag(publication)}>
        <TagIcon size={16} />
        {tagTexts.tags}
      </Button>
      <Button title={titleWithKey('note', noteTexts.write)} onClick={() => onWriting(true)}>
        <NoteIcon size={16} />
        {noteTexts.note}
      </Button>
      <Button title={titleWithKey('toggleRead', markName)} onClick={() => setRead(publication, !isRead)}>
        {markName}
      </Button>
      {(['more', 'less'] as const).map((mark) => (
        <Button
          key={mark}
          aria-pressed={interest === mark}
          title={titleWithKey(INTEREST_COMMANDS[mark], readingTexts[mark])}
          onClick={() => (interest === mark ? deleteInterest : saveInterest)(publication, mark)}
        >
          {readingTexts[mark]}
        </Button>
      ))}
      <PublicationPlaces id={publication.publication_id} />
      {page !== null && (
        <LinkButton look="quiet" href={page} target="_blank" rel="noreferrer">
          {texts.publications.viewAtSource}
        </LinkButton>
      )}
      {isCiting && <CiteDialog id={publication.publication_id} onClose={() => setCiting(false)} />}
    </div>
  );
}
