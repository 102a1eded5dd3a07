import { noteTexts } from '../../texts/en/notes.ts';
import { Button } from '../../ui/button.tsx';
import { asNewNote, dropDraft, putDraft } from './drafts.ts';
import type { Draft } from './drafts-query.ts';
import classes from './notes.module.css';
import { keepMine, keepTheirs, saveDraft } from './save-drafts.ts';

const texts = noteTexts.conflict;

/**
 * Shows a text that was not saved because the note was changed elsewhere, with the other text. The user decides what
 * becomes of the two.
 */
export function NoteConflict({ draft }: { draft: Draft }) {
  const keepBoth = () => {
    const mine = asNewNote(draft);
    putDraft(mine);
    dropDraft(draft.noteId);
    void saveDraft(mine.noteId);
  };
  return (
    <section className={classes.conflict} aria-label={texts.title}>
      <p role="alert">
        <strong>{texts.title}.</strong> {texts.hint}
      </p>
      <div className={classes.versions}>
        <Version label={texts.mine} text={draft.text} />
        <Version label={texts.theirs} text={draft.theirs?.text ?? ''} />
      </div>
      <div className={classes.foot}>
        <Button onClick={keepBoth}>{texts.keepBoth}</Button>
        <Button onClick={() => keepMine(draft)}>{texts.keepMine}</Button>
        <Button onClick={() => keepTheirs(draft)}>{texts.keepTheirs}</Button>
      </div>
    </section>
  );
}

/** As it was written, so that the differences can be seen. */
function Version({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <h3>{label}</h3>
      <pre dir="auto">{text.trim() === '' ? texts.empty : text}</pre>
    </div>
  );
}
