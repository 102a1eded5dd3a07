import { useState } from 'react';
import { settingsTexts } from '../../texts/en/settings.ts';
import { FileButton } from '../../ui/file-button.tsx';
import classes from './import-library.module.css';

const texts = settingsTexts.library;

interface FileFieldProps {
  readonly label: string;
  /** takes the focus, because the previously focused element is gone */
  readonly hasFocus: boolean;
  readonly onChoose: (file: File) => void;
}

/** A field for a file, which can be chosen or dropped. */
export function FileField({ label, hasFocus, onChoose }: FileFieldProps) {
  const [isOver, setOver] = useState(false);
  return (
    // without a mouse, the button inside does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.field}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onChoose(file);
      }}
    >
      <FileButton accept=".json,.bib,.ris,.txt" isBusy={false} autoFocus={hasFocus} onChoose={onChoose}>
        {label}
      </FileButton>
      <span className={classes.quiet}>{texts.orDrop}</span>
    </div>
  );
}
