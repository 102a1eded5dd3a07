import { ActionIcon, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { titleWithKey } from '../../ui/commands.ts';
import { CloseIcon, PdfIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { Abstract } from './abstract-and-authors.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { detailQuery } from './detail-query.ts';
import { setRead, toggleFavorite } from './marks.ts';
import classes from './publication-detail.module.css';
import { type AuthorOf, rejectPublication } from './reject.ts';
import { Authors } from './row-text.tsx';

interface Props {
  readonly id: number;
  /** the data from a list, shown until the details arrive */
  readonly known: Publication | undefined;
  onClose(): void;
}

/** The details of a publication, and the actions on it. */
export function PublicationDetail({ id, known, onClose }: Props) {
  const { data: detail, error } = useQuery(detailQuery(id));
  const publication = detail ?? known;
  const reject = (scholar: AuthorOf) => {
    if (!publication) return;
    reportFailure(rejectPublication(publication, scholar));
    // without a scholar, the publication leaves the list
    if (publication.scholars.length === 1) onClose();
  };
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <Title order={2} size="h4" dir="auto" className={classes.title}>
          {publication?.title}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.close}
          title={titleWithKey('back', texts.close)}
          onClick={onClose}
        >
          <CloseIcon />
        </ActionIcon>
      </div>
      <ProblemText error={error} />
      {publication && (
        <>
          <Text size="sm" className={classes.authors}>
            <Authors
              authorText={publication.author_text}
              names={publication.scholars.map(({ label }) => label)}
              search=""
            />
          </Text>
          <Actions publication={publication} />
          {detail && <Abstract detail={detail} />}
          <DetailFacts publication={publication} detail={detail} onReject={reject} />
        </>
      )}
    </div>
  );
}

function Actions({ publication }: { publication: Publication }) {
  const { is_favorite: isFavorite, is_read: isRead, pdf_url: pdf, pub_url: page } = publication;
  const markName = isRead ? texts.publications.markUnread : texts.publications.markRead;
  return (
    <Group gap="xs" my="md">
      {pdf !== null && (
        <Button
          component="a"
          href={pdf}
          target="_blank"
          rel="noreferrer"
          size="xs"
          leftSection={<PdfIcon size={16} />}
          title={titleWithKey('openPdf', texts.publications.openPdf)}
        >
          {texts.publications.openPdf}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        aria-pressed={isFavorite}
        leftSection={isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
        title={titleWithKey('favorite', texts.publications.favorite)}
        onClick={() => toggleFavorite(publication)}
      >
        {texts.publications.favorite}
      </Button>
      <Button
        variant="default"
        size="xs"
        title={titleWithKey('toggleRead', markName)}
        onClick={() => setRead(publication, !isRead)}
      >
        {markName}
      </Button>
      {page !== null && (
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
          {texts.publications.viewAtSource}
        </Anchor>
      )}
    </Group>
  );
}
