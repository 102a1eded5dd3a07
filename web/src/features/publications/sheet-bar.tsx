import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { NextIcon, PdfIcon, PreviousIcon } from '../../ui/icons.tsx';
import { detailQuery } from './detail-query.ts';
import classes from './sheet-bar.module.css';
import type { Steps } from './use-steps.ts';

interface Props {
  readonly id: number;
  readonly known: Publication | undefined;
  readonly steps: Steps;
}

/** The bar at the bottom of the details on a phone, within the thumb's reach: previous, PDF, next. */
export function SheetBar({ id, known, steps }: Props) {
  const { data: detail } = useQuery(detailQuery(id));
  const bar = useRef<HTMLDivElement>(null);
  // each publication starts at its title
  useEffect(() => {
    if (id) bar.current?.closest('dialog, [role="dialog"]')?.scrollTo(0, 0);
  }, [id]);
  return (
    <div ref={bar} className={classes.bar}>
      <StepButton label={texts.publications.previous} step={steps.previous} Icon={PreviousIcon} />
      <PdfLink url={(detail ?? known)?.pdf_url ?? null} />
      <StepButton label={texts.publications.next} step={steps.next} Icon={NextIcon} />
    </div>
  );
}

function StepButton(props: { label: string; step: (() => void) | null; Icon: typeof NextIcon }) {
  const { label, step, Icon } = props;
  return (
    // it keeps the focus at the end of the list
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      aria-disabled={step === null}
      onClick={() => step?.()}
    >
      <Icon size={22} />
    </button>
  );
}

function PdfLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classes.pdf}>
      <PdfIcon size={18} />
      {texts.publications.openPdf}
    </a>
  );
}
