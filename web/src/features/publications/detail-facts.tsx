import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { pdfReasons } from '../../texts/en/pdf-reasons.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { versionTexts } from '../../texts/en/versions.ts';
import { texts } from '../../texts/en.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { retryPdf } from './marks.ts';
import classes from './publication-detail.module.css';
import { Versions } from './versions.tsx';

/** The metadata of a publication with its sources. `detail` arrives later than the rest. */
export function DetailFacts({
  publication,
  detail,
}: {
  publication: Publication;
  detail: PublicationDetail | undefined;
}) {
  return (
    <dl className={classes.facts}>
      <Fact name={versionTexts.versions} value={detail && <Versions versions={detail.versions} />} />
      <Fact name={detailTexts.identifiers} value={detail && <Identifiers identifiers={detail.identifiers} />} />
      <Fact name={detailTexts.pdf} value={<PdfState publication={publication} />} />
      <Fact name={detailTexts.otherPdfs} value={detail && <OtherPdfs candidates={detail.pdf_candidates} />} />
      <Fact
        name={detailTexts.citations}
        value={publication.citation_count === 0 ? null : formatNumber(publication.citation_count)}
      />
      <Fact
        name={detailTexts.firstSeen}
        value={
          <>
            {formatMoment(publication.first_seen_at)}
            <Quiet>{detail && howFound(detail)}</Quiet>
            {publication.is_new_in_latest_run && <Quiet>{detailTexts.newInLatest}</Quiet>}
          </>
        }
      />
      <Fact name={detailTexts.sources} value={detail && <Sources sources={detail.sources} />} />
    </dl>
  );
}

function howFound({ first_seen_run: run }: PublicationDetail): string {
  return run === null ? detailTexts.notByRun : detailTexts.foundByRun(run.start_dt);
}

function Identifiers({ identifiers }: { identifiers: PublicationDetail['identifiers'] }) {
  if (identifiers.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {identifiers.map(({ kind, value, label, url, source, confidence_score, is_contradicted, evidence_url }) => (
        <li key={`${kind} ${value} ${source}`}>
          <ExternalLink href={url}>{label}</ExternalLink>
          <Quiet>
            {detailTexts.confidence(sourceNames[source] ?? source, confidence_score)}
            {evidence_url !== null && (
              <>
                {' · '}
                <ExternalLink href={evidence_url}>{detailTexts.evidence}</ExternalLink>
              </>
            )}
          </Quiet>
          {is_contradicted && <Quiet>{detailTexts.contradicted}</Quiet>}
        </li>
      ))}
    </ul>
  );
}

function PdfState({ publication }: { publication: Publication }) {
  const { pdf_status: status, pdf_failure_reason: reason, pdf_failure_detail: detail, pdf_url: url } = publication;
  const { mutate, isPending, error } = useMutation({ mutationFn: () => retryPdf(publication) });
  const hasFailed = status === 'failed' && reason !== null;
  return (
    <>
      {url === null ? detailTexts.pdfStatus[status] : <ExternalLink href={url}>{hostOf(url)}</ExternalLink>}
      {hasFailed && (
        <Quiet>
          {detail ?? pdfReasons[reason] ?? reason} {detailTexts.attempts(publication.pdf_attempt_count)}
        </Quiet>
      )}
      {(status === 'failed' || status === 'untracked') && (
        <Button isSmall aria-busy={isPending} onClick={() => isPending || mutate()}>
          {texts.tryAgain}
        </Button>
      )}
      <ProblemText error={error} />
    </>
  );
}

/** The links that were checked but not chosen, with the reason. */
function OtherPdfs({ candidates }: { candidates: PublicationDetail['pdf_candidates'] }) {
  const others = candidates.filter(({ is_chosen }) => !is_chosen);
  if (others.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {others.map(({ url, source, license, reason, detail }) => (
        <li key={`${url} ${source}`}>
          <ExternalLink href={url}>{hostOf(url)}</ExternalLink>
          <Quiet>
            {[
              sourceNames[source] ?? source,
              license === null ? null : detailTexts.license(license),
              detail ?? (reason === null ? null : (pdfReasons[reason] ?? reason)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Quiet>
        </li>
      ))}
    </ul>
  );
}

function Sources({ sources }: { sources: PublicationDetail['sources'] }) {
  if (sources.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {sources.map(({ source, key, url }) => {
        const name = `${sourceNames[source] ?? source}${source === 'google_scholar' ? pageOf(key) : ''}`;
        return (
          <li key={`${source} ${key} ${url}`}>
            {url === null ? name : <ExternalLink href={url}>{name}</ExternalLink>}
          </li>
        );
      })}
    </ul>
  );
}

/** The kind of page at Google Scholar: a profile, or all versions of the publication. */
function pageOf(key: string | null): string {
  return key?.startsWith('cluster:') ? detailTexts.allVersions : detailTexts.listedOnProfile;
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (value === null || value === undefined) return null;
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return children ? <span className={classes.quiet}>{children}</span> : null;
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
}
