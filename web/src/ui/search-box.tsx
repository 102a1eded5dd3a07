import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon, SearchIcon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import classes from './search-field.module.css';
import type { Typed } from './use-typed.ts';

export interface SearchBoxProps {
  readonly label: string;
  readonly clearLabel: string;
  /** tooltip */
  readonly title?: string;
  readonly maxLength: number;
  readonly className: string | undefined;
  readonly field?: Ref<HTMLInputElement>;
}

interface Props extends SearchBoxProps {
  readonly text: Typed;
  /** more attributes of the input, such as those of a combobox */
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>;
}

/** The input of a search with its icon and the button that clears it. */
export function SearchBox({ label, clearLabel, title, maxLength, className, field, text, attributes }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(field, () => input.current as HTMLInputElement);
  return (
    <div className={joinClasses(classes.box, className)}>
      <span className={classes.icon}>
        <SearchIcon size={16} />
      </span>
      <input
        ref={input}
        type="search"
        aria-label={label}
        title={title}
        placeholder={label}
        maxLength={maxLength}
        value={text.typed}
        onFocus={() => text.setFocus(true)}
        onBlur={() => text.setFocus(false)}
        onChange={({ currentTarget }) => text.setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        {...attributes}
      />
      {text.typed !== '' && (
        <IconButton
          aria-label={clearLabel}
          onClick={() => {
            text.setTyped('');
            // this button disappears
            input.current?.focus();
          }}
        >
          <CloseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}
