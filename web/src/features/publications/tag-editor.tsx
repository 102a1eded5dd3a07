import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { tagTexts as texts } from '../../texts/en/tags.ts';
import listbox from '../../ui/listbox.module.css';
import { scrollIntoView, stepOption } from '../../ui/listbox.ts';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { TagChip } from '../tags/tag-chips.tsx';
import { listOptions, type TagOption } from '../tags/tag-options.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { findCached } from './cached-publications.ts';
import { setTag } from './marks.ts';
import classes from './tag-editor.module.css';
import { useUnconfirmedMarks } from './unconfirmed-marks.ts';

const MAX_LENGTH = 50;

interface Props {
  /** as they were when the editor was opened */
  readonly publications: readonly Publication[];
  onClose(): void;
}

/**
 * Adds tags to publications and removes them. It follows the combobox pattern of the ARIA Authoring Practices: the
 * focus stays in the field, and arrow keys move through the tags. Each change is a mark, so it shows at once and can be
 * undone.
 */
export function TagEditor({ publications: opened, onClose }: Props) {
  const id = useId();
  const [{ typed, at }, setState] = useState({ typed: '', at: 0 });
  const { data: known = [], error } = useQuery(tagsQuery);
  // they change what is read below
  useUnconfirmedMarks();
  const publications = opened.map((one) => findCached(one.publication_id) ?? one);
  const options = listOptions(typed, known, publications);
  const current = options[at];
  const optionId = (index: number) => `${id}-${index}`;
  const toggle = ({ name, count }: TagOption) => {
    setTag(publications, name, count < publications.length);
    setState({ typed: '', at: 0 });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const move = (by: 1 | -1) => setState({ typed, at: stepOption(at, by, options.length) ?? 0 });
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') current && toggle(current);
    else return;
    event.preventDefault();
  };
  const [only] = publications;
  return (
    <ModalDialog
      label={publications.length === 1 ? texts.tags : texts.editSome(publications.length)}
      hasHeading
      className={classes.editor}
      onClose={onClose}
    >
      {publications.length === 1 && (
        <p className={classes.title} dir="auto">
          {only?.title}
        </p>
      )}
      <input
        role="combobox"
        className={classes.field}
        aria-label={texts.placeholder}
        placeholder={texts.placeholder}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={current ? optionId(at) : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setState({ typed: currentTarget.value, at: 0 })}
        onKeyDown={press}
      />
      <ProblemText error={error} />
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={texts.tags}
        aria-multiselectable="true"
        className={classes.list}
        // the field keeps the focus
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={option.isNew ? '' : option.name}
            id={optionId(index)}
            role="option"
            aria-selected={option.count === publications.length}
            data-active={index === at || undefined}
            className={`${listbox.option} ${classes.option}`}
            ref={index === at ? scrollIntoView : undefined}
            onClick={() => toggle(option)}
          >
            <span className={classes.check} aria-hidden="true">
              {option.count === publications.length ? '✓' : option.count > 0 ? '–' : ''}
            </span>
            {option.isNew ? texts.create(option.name) : <TagChip name={option.name} color={option.color} />}
            {option.count > 0 && option.count < publications.length && (
              <span className={classes.note}>{texts.some(option.count, publications.length)}</span>
            )}
          </button>
        ))}
      </div>
      <p className={classes.hint} id={`${id}-hint`}>
        {texts.hint}
      </p>
      <span role="status" className="visually-hidden">
        {texts.found(options.filter(({ isNew }) => !isNew).length)}
      </span>
    </ModalDialog>
  );
}
