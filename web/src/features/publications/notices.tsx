import type { PublicationDetail } from '../../api/shapes.ts';
import { noticeTexts as texts } from '../../texts/en/notices.ts';
import { Button } from '../../ui/button.tsx';
import { formatCalendarDay } from '../../ui/format.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import classes from './notices.module.css';

type Notice = PublicationDetail['notices'][number];

/**
 * What was published about a publication after it appeared, and which retracted papers it cites. A box calls attention
 * to what it is now until the reader says that they know.
 */
export function Notices({ detail }: { detail: PublicationDetail }) {
  const { notice, notices, notice_acknowledged: isAcknowledged, retracted_references: retracted } = detail;
  if (notices.length === 0 && retracted.length === 0) return null;
  return (
    <section className={classes.notices} data-status={isAcknowledged ? undefined : (notice ?? undefined)}>
      <h3 className="visually-hidden">{texts.notices}</h3>
      {notices.map((one) => (
        <NoticeLine key={`${one.source} ${one.nature} ${one.noticed_on} ${one.url}`} notice={one} ownDoi={detail.doi} />
      ))}
      {notice !== null && !isAcknowledged && (
        <Button isSmall onClick={() => acknowledgeNotice(detail.publication_id)}>
          {texts.acknowledge}
        </Button>
      )}
      {retracted.length > 0 && (
        <p>
          {texts.cites(retracted.length)}{' '}
          {retracted.map(({ doi, url }, at) => (
            <span key={doi}>
              {at > 0 && ', '}
              <a href={url} target="_blank" rel="noreferrer">
                {doi}
              </a>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function NoticeLine({ notice, ownDoi }: { notice: Notice; ownDoi: string | null }) {
  const { nature, noticed_on: day, reasons, source, doi, url } = notice;
  return (
    <p>
      <strong>{texts.natures[nature]}</strong> {day !== null && `${texts.onDay(formatCalendarDay(day))}, `}
      {texts.accordingTo(texts.sources[source])}
      {doi !== ownDoi && `, ${texts.aboutOther(doi)}`}
      {reasons.length > 0 && `: ${reasons.join('; ')}`}
      {'. '}
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer">
          {texts.read}
        </a>
      )}
    </p>
  );
}
