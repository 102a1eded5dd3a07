import { ActionIcon, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { CloseIcon, PdfIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { retryPdf, setRead, toggleFavorite } from './marks.ts';
import classes from './publication-detail.module.css';
import { Authors } from './row-text.tsx';

/** All that is known of a publication, and what can be done with it. */
export function PublicationDetail({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const { is_favorite: isFavorite, is_read: isRead, display_identifier: identifier } = publication;
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <Title order={2} size="h4" dir="auto" className={classes.title}>
          {publication.title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </div>
      <Text size="sm" className={classes.authors}>
        <Authors
          authorText={publication.author_text}
          names={publication.scholars.map(({ label }) => label)}
          search=""
        />
      </Text>
      <Group gap="xs" my="md">
        {publication.pdf_url !== null && (
          <Button
            component="a"
            href={publication.pdf_url}
            target="_blank"
            rel="noreferrer"
            size="xs"
            leftSection={<PdfIcon size={16} />}
          >
            {texts.publications.openPdf}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          aria-pressed={isFavorite}
          leftSection={isFavorite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
          onClick={() => toggleFavorite(publication)}
        >
          {texts.publications.favorite}
        </Button>
        <Button variant="default" size="xs" onClick={() => setRead(publication, !isRead)}>
          {isRead ? texts.publications.markUnread : texts.publications.markRead}
        </Button>
      </Group>
      <dl className={classes.facts}>
        <Fact name={texts.facts.venue} value={publication.venue_text} />
        <Fact name={texts.facts.year} value={publication.year} />
        <Fact name={texts.facts.citations} value={formatNumber(publication.citation_count)} />
        <Fact
          name={texts.facts.identifier}
          value={
            identifier && (
              <>
                <Out href={identifier.url}>{identifier.label}</Out>{' '}
                <span className={classes.quiet}>{texts.facts.confidence(identifier.confidence_score)}</span>
              </>
            )
          }
        />
        <Fact
          name={texts.facts.page}
          value={publication.pub_url && <Out href={publication.pub_url}>{new URL(publication.pub_url).hostname}</Out>}
        />
        <Fact name={texts.facts.pdf} value={<PdfFact publication={publication} />} />
        <Fact name={texts.facts.writtenBy} value={publication.scholars.map(({ label }) => label).join(', ') || null} />
        <Fact
          name={texts.facts.firstSeen}
          value={
            <>
              {formatMoment(publication.first_seen_at)}
              {publication.is_new_in_latest_run && <span className={classes.quiet}> {texts.facts.newInLatest}</span>}
            </>
          }
        />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (value === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

function Out({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {children}
    </Anchor>
  );
}

function PdfFact({ publication }: { publication: Publication }) {
  const { pdf_status: status, pdf_failure_reason: reason, pdf_failure_detail: detail, pdf_url: url } = publication;
  const { mutate, isPending, error } = useMutation({ mutationFn: () => retryPdf(publication) });
  return (
    <>
      {url === null ? texts.pdf.long[status] : <Out href={url}>{new URL(url).hostname}</Out>}
      {status === 'failed' && reason !== null && (
        <span className={classes.quiet}> {detail ?? reason.replaceAll('_', ' ')}</span>
      )}
      {(status === 'failed' || status === 'untracked') && (
        <Button variant="default" size="compact-xs" ml="xs" loading={isPending} onClick={() => mutate()}>
          {texts.tryAgain}
        </Button>
      )}
      <ProblemText error={error} />
    </>
  );
}
