import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../texts/en.ts';
import { titleWithKey } from '../../ui/commands.ts';
import { part } from '../../ui/part.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useTyped } from '../../ui/use-typed.ts';
import { MAX_SEARCH_LENGTH } from './list-search.ts';
import type { OpenList, QueryAssistant } from './query-assistance.tsx';

const QueryAssistance = part(async () => (await import('./query-assistance.tsx')).QueryAssistance, 'quiet');
const NO_LIST: OpenList = { isOpen: false, active: null };
/** What plain words do not contain. Only such searches need the parser before the field has the focus. */
const MAYBE_LANGUAGE = /[-:"“”„()]|\sor\s/i;

interface Props {
  /** the value in the address */
  readonly value: string;
  /** of a positioned element, below which the completions open */
  readonly className: string | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
  onChange(value: string): void;
}

/**
 * The search field of the publications. The parser with completions and messages is loaded when the field gets the
 * focus. The field follows the combobox pattern of the ARIA Authoring Practices: the focus stays in the field, and
 * arrow keys move through the options.
 */
export function QueryField({ value, className, field, onChange }: Props) {
  const id = useId();
  const assistant = useRef<QueryAssistant>(null);
  const text = useTyped(value, onChange, (typed) => assistant.current?.accepts(typed) ?? true);
  const [caret, setCaret] = useState(0);
  const [list, setList] = useState(NO_LIST);
  const [wasFocused, setFocused] = useState(false);
  const isWanted = !import.meta.env.SSR && (wasFocused || MAYBE_LANGUAGE.test(value));
  const replace = (typed: string, at: number) => {
    // the caret is set in the new text, before the next key
    flushSync(() => {
      text.setTyped(typed);
      setCaret(at);
    });
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  };
  return (
    <div className={className}>
      <SearchBox
        label={texts.publications.search}
        title={titleWithKey('search', texts.publications.search)}
        clearLabel={texts.publications.clearSearch}
        maxLength={MAX_SEARCH_LENGTH}
        className={undefined}
        field={field}
        text={text}
        attributes={{
          // not "search", which cannot be a combobox
          type: 'text',
          inputMode: 'search',
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': list.isOpen,
          'aria-controls': list.isOpen ? id : undefined,
          'aria-activedescendant': list.active === null ? undefined : `${id}-${list.active}`,
          'aria-describedby': isWanted ? `${id}-note` : undefined,
          autoComplete: 'off',
          spellCheck: false,
          onFocus() {
            setFocused(true);
            text.setFocus(true);
          },
          onChange({ currentTarget }) {
            text.setTyped(currentTarget.value);
            setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
          },
          onKeyDown(event) {
            if (event.nativeEvent.isComposing || assistant.current?.press(event.key)) event.preventDefault();
            else if (event.key === 'Escape') event.currentTarget.blur();
          },
        }}
      />
      {isWanted && (
        <QueryAssistance
          id={id}
          text={text.typed}
          caret={Math.min(caret, text.typed.length)}
          hasFocus={text.hasFocus}
          list={list}
          handle={assistant}
          onList={setList}
          onReplace={replace}
        />
      )}
    </div>
  );
}
