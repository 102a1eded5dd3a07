import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { parseQuery } from '../../../../server/src/search-language/parse-query.ts';
import type { Mistake, Part } from '../../../../server/src/search-language/query.ts';
import { searchTexts as texts } from '../../texts/en/search.ts';
import { Button } from '../../ui/button.tsx';
import listbox from '../../ui/listbox.module.css';
import { scrollIntoView, stepOption } from '../../ui/listbox.ts';
import { nameOf } from '../scholars/order-scholars.ts';
import { foundScholarsQuery, MAX_FOUND } from '../scholars/scholars-query.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { complete, endsInField, type Place, placeAt, wordsFor } from './complete-query.ts';
import classes from './query-assistance.module.css';

/** The list of completions as the field announces it. */
export interface OpenList {
  readonly isOpen: boolean;
  /** the option that the user moved to */
  readonly active: number | null;
}

export interface QueryAssistant {
  /**
   * Whether the list of publications should follow this text: not while it has a mistake or ends in the name of a
   * field.
   */
  accepts(text: string): boolean;
  /** Handles a key of the field; returns whether it did. */
  press(key: string): boolean;
}

interface Props {
  readonly id: string;
  readonly text: string;
  readonly caret: number;
  readonly hasFocus: boolean;
  readonly list: OpenList;
  readonly handle: Ref<QueryAssistant>;
  onList(list: OpenList): void;
  onReplace(text: string, caret: number): void;
}

/** Completions, the recognized parts and the first mistake of a search. */
export function QueryAssistance({ id, text, caret, hasFocus, list, handle, onList, onReplace }: Props) {
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const place = hasFocus && closedAt !== text ? placeAt(text, caret) : null;
  const options = useOptions(place);
  const isOpen = options.length > 0;
  const active = isOpen && list.active !== null && list.active < options.length ? list.active : null;
  const { parts, mistake } = parseQuery(text);
  // the field announces whether the list is open
  useEffect(() => onList({ isOpen, active: null }), [isOpen, text, onList]);
  const choose = (option: string | undefined) => {
    if (place === null || option === undefined) return;
    onReplace(...complete(text, caret, place, option));
  };
  useImperativeHandle(handle, () => ({
    accepts: (typed) => parseQuery(typed).mistake === null && !endsInField(typed),
    press(key) {
      if (key === 'Escape' && isOpen) setClosedAt(text);
      else if ((key === 'ArrowDown' || key === 'ArrowUp') && isOpen)
        onList({ isOpen, active: stepOption(active, key === 'ArrowDown' ? 1 : -1, options.length) });
      else if (key === 'Enter' && active !== null) choose(options[active]);
      else return false;
      return true;
    },
  }));
  return (
    <>
      {isOpen && (
        <div className={`${listbox.popup} ${classes.popup}`}>
          <div
            id={id}
            role="listbox"
            tabIndex={-1}
            aria-label={texts.completions}
            className={listbox.list}
            // the field keeps the focus
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              <button
                type="button"
                tabIndex={-1}
                key={option}
                id={`${id}-${index}`}
                ref={index === active ? scrollIntoView : undefined}
                role="option"
                aria-selected={index === active}
                data-active={index === active || undefined}
                className={`${listbox.option} ${classes.option}`}
                onClick={() => choose(option)}
              >
                <bdi>{place?.field === null ? `${option}:` : option}</bdi>
                <span className={classes.note}>{noteOf(place, option)}</span>
              </button>
            ))}
          </div>
          <p className={classes.more}>
            <Link to="/help/search" onMouseDown={(event) => event.preventDefault()}>
              {texts.help}
            </Link>
          </p>
        </div>
      )}
      <div id={`${id}-note`} role="status">
        {mistake ? (
          // a new text starts the delay again, so that nothing appears while one types
          <MistakeNote key={text} text={text} mistake={mistake} onReplace={onReplace} />
        ) : (
          parts.length > 0 && (
            <ul aria-label={texts.parts} className={classes.parts}>
              {parts.map(({ position, length, isNegated }, index) => (
                <li key={position} className={classes.part}>
                  {isAlternative(text, parts[index - 1], position) && (
                    <span className={classes.operator}>{texts.or} </span>
                  )}
                  {isNegated && <span className={classes.operator}>{texts.not} </span>}
                  <bdi>{text.slice(position, position + length)}</bdi>
                </li>
              ))}
            </ul>
          )
        )}
      </div>
    </>
  );
}

/** Whether nothing but an `or` is between a part and the one before it. */
function isAlternative(text: string, before: Part | undefined, position: number): boolean {
  return before !== undefined && /^[\s)]*or[\s(-]*$/i.test(text.slice(before.position + before.length, position));
}

/** The names or values that can stand at a place. */
function useOptions(place: Place | null): readonly string[] {
  const isScholar = place?.field === 'scholar';
  const { data: scholars = [] } = useQuery({ ...foundScholarsQuery(place?.typed ?? ''), enabled: isScholar });
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: place?.field === 'tag' });
  if (place === null) return [];
  const options = isScholar
    ? scholars.slice(0, MAX_FOUND).map(nameOf)
    : wordsFor(
        place,
        tags.map(({ name }) => name),
      );
  // a value that is typed in full needs no completion
  return place.field !== null && options.length === 1 && options[0] === place.typed ? [] : [...new Set(options)];
}

function noteOf(place: Place | null, option: string): string | undefined {
  return place?.field === null ? texts.fields[option as keyof typeof texts.fields] : undefined;
}

interface MistakeProps {
  readonly text: string;
  readonly mistake: Mistake;
  onReplace(text: string, caret: number): void;
}

function MistakeNote({ text, mistake: { position, length, message, suggestion }, onReplace }: MistakeProps) {
  const end = position + length;
  return (
    <div className={classes.mistake}>
      <p className={classes.typed} dir="auto">
        {text.slice(0, position)}
        <mark>{text.slice(position, end)}</mark>
        {text.slice(end)}
      </p>
      <p>
        {message}{' '}
        {suggestion !== null && (
          <Button
            onClick={() =>
              onReplace(text.slice(0, position) + suggestion + text.slice(end), position + suggestion.length)
            }
          >
            {texts.use(suggestion)}
          </Button>
        )}{' '}
        <Link to="/help/search">{texts.help}</Link>
      </p>
    </div>
  );
}
