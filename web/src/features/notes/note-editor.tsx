import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Note } from '../../api/shapes.ts';
import { noteTexts as texts } from '../../texts/en/notes.ts';
import { Button } from '../../ui/button.tsx';
import { findDraft, newDraft, putDraft } from './drafts.ts';
import type { Draft } from './drafts-query.ts';
import { NoteStatus } from './note-status.tsx';
import classes from './notes.module.css';
import { saveDraft } from './save-drafts.ts';

/** A pause in typing after which the text is saved. */
const SAVE_AFTER_MS = 1000;
/** As in the service. */
const MAX_LENGTH = 20_000;

interface Props {
  readonly noteId: string;
  readonly publicationId: number;
  /** the note as the service has it; undefined: it is new */
  readonly note: Note | undefined;
  readonly draft: Draft | undefined;
  onDone(): void;
}

/**
 * Edits a note. Each change is kept in the browser at once. It is sent after a pause in typing, when the field loses
 * the focus, when the page is hidden, and when the editor closes.
 */
export function NoteEditor({ noteId, publicationId, note, draft, onDone }: Props) {
  const stored = note?.text ?? '';
  // the text is not read from the cache, because that renders later than the key and would move the caret
  const [text, setText] = useState(draft?.text ?? stored);
  const [previous, setPrevious] = useState(stored);
  if (stored !== previous) {
    setPrevious(stored);
    // another device has changed it, and nothing was typed here
    if (draft === undefined) setText(stored);
  }
  const timer = useRef(0);
  const save = () => {
    clearTimeout(timer.current);
    void saveDraft(noteId);
  };
  const change = (typed: string) => {
    setText(typed);
    const before = findDraft(noteId) ?? newDraft({ noteId, publicationId, text: typed, revision: note?.revision ?? 0 });
    putDraft({ ...before, text: typed, refusal: null });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(save, SAVE_AFTER_MS);
  };
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const saveHidden = () => document.visibilityState === 'hidden' && saveNow();
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      saveNow();
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (!isDone || event.nativeEvent.isComposing) return;
    // Escape would also close the details
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <div className={classes.editor}>
      <textarea
        data-kept
        className={classes.field}
        aria-label={texts.note}
        placeholder={texts.placeholder}
        dir="auto"
        maxLength={MAX_LENGTH}
        ref={focusAtEnd}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={press}
        onBlur={save}
      />
      <div className={classes.foot}>
        <Button isSmall title={texts.doneHint} onClick={onDone}>
          {texts.done}
        </Button>
        <NoteStatus noteId={noteId} draft={draft} />
      </div>
    </div>
  );
}

/** Keeps its identity, so that React calls it once. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
