import { useEffect, useRef } from 'react';
import { commandTexts } from '../texts/en/commands.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import classes from './command-palette.module.css';
import type { Entry } from './palette-entries.ts';

interface Props {
  readonly id: string;
  readonly groups: readonly (readonly Entry[])[];
  readonly current: Entry | undefined;
  onPoint(entry: Entry): void;
  onChoose(entry: Entry): void;
}

/** The results of the palette. The focus stays in its field, which refers to the current one. */
export function PaletteList({ id, groups, current, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    if (currentId !== undefined)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={commandTexts.palette.results} className={classes.list}>
      {groups.map((entries) => {
        const heading = entries[0]?.group ?? '';
        return (
          // biome-ignore lint/a11y/useSemanticElements: a list box may have groups, but no field sets
          <div key={heading} role="group" aria-label={heading}>
            <div className={classes.heading} aria-hidden="true">
              {heading}
            </div>
            {entries.map((entry) => (
              <button
                key={entry.id}
                id={`palette-${entry.id}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={entry === current}
                className={classes.entry}
                onPointerMove={() => entry !== current && onPoint(entry)}
                // the focus stays in the field
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(entry)}
              >
                <span className={classes.name} dir="auto">
                  {entry.name}
                </span>
                {entry.note !== null && <span className={classes.note}>{entry.note}</span>}
                {entry.keys[0] !== undefined && <KeyCaps keys={[entry.keys[0]]} />}
              </button>
            ))}
          </div>
        );
      })}
    </div>
  );
}
