import { type ComponentProps, useRef } from 'react';
import { BusyButton } from './busy-button.tsx';

interface Props extends Omit<ComponentProps<typeof BusyButton>, 'onClick'> {
  /** which files the browser offers: media types or extensions */
  readonly accept: string;
  onChoose(file: File): void;
}

/** A button that lets the user choose a file. The same file may be chosen again. */
export function FileButton({ accept, onChoose, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          // otherwise the same file is no change
          currentTarget.value = '';
        }}
      />
      <BusyButton {...rest} onClick={() => input.current?.click()} />
    </>
  );
}
