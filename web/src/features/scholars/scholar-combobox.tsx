import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Scholar } from '../../api/shapes.ts';
import { texts as allTexts } from '../../texts/en.ts';
import listbox from '../../ui/listbox.module.css';
import { scrollIntoView, stepOption } from '../../ui/listbox.ts';
import { nameOf } from './order-scholars.ts';
import classes from './scholar-combobox.module.css';
import { foundScholarsQuery, MAX_FOUND, scholarQuery } from './scholars-query.ts';

const texts = allTexts.publications;
const MAX_LENGTH = 200;

interface Props {
  /** the id of the chosen scholar; undefined: all scholars */
  readonly value: number | undefined;
  readonly className: string | undefined;
  onChange(id: number | undefined): void;
}

/** The open list. */
interface Open {
  /** null until the user types; the field then shows the chosen scholar */
  readonly typed: string | null;
  /** the option that the user moved to */
  readonly at: number | null;
}

/**
 * Chooses one scholar or all, and searches as the user types. It follows the combobox pattern of the ARIA Authoring
 * Practices: the focus stays in the field, and arrow keys move through the options.
 */
export function ScholarCombobox({ value, className, onChange }: Props) {
  const id = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const chosen = useQuery({ ...scholarQuery(value ?? 0), enabled: value !== undefined });
  const text = open?.typed?.trim() ?? '';
  const found = useQuery({ ...foundScholarsQuery(text), enabled: open !== null });
  const scholars = found.data?.slice(0, MAX_FOUND) ?? [];
  // null is the option for all scholars
  const options: readonly (Scholar | null)[] = text === '' ? [null, ...scholars] : scholars;
  // while the search is under way, the options still belong to the previous text
  const suggested = text !== '' && !found.isPlaceholderData && options.length > 0 ? 0 : null;
  const at = open?.at ?? suggested;
  const isListed = open !== null && options.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  const choose = (scholar: Scholar | null) => {
    setOpen(null);
    if (scholar !== null) queryClient.setQueryData(scholarQuery(scholar.id).queryKey, scholar);
    if (scholar?.id !== value) onChange(scholar?.id);
  };
  const move = (by: 1 | -1) => setOpen({ typed: open?.typed ?? null, at: stepOption(at, by, options.length) });
  const enter = () => {
    const option = at === null ? undefined : options[at];
    if (option !== undefined) choose(option);
    else if (open?.typed === '') choose(null);
    else if (found.isPlaceholderData) void enterFound();
  };
  /** Chooses the first scholar of a search that is under way. */
  const enterFound = async () => {
    const [first] = await queryClient.fetchQuery(foundScholarsQuery(text)).catch(() => []);
    if (first !== undefined) choose(first);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      if (open === null) event.currentTarget.blur();
      setOpen(null);
      return;
    }
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && open !== null) enter();
    else return;
    event.preventDefault();
  };
  const leave = () => {
    // an emptied field means all scholars
    if (open?.typed === '') choose(null);
    else setOpen(null);
  };

  return (
    <div className={[classes.combobox, className].join(' ')}>
      <input
        role="combobox"
        className={classes.field}
        aria-label={texts.scholar}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-activedescendant={isListed && at !== null ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        // not while the name of the chosen scholar is loading
        placeholder={value === undefined || open !== null ? texts.allScholars : undefined}
        maxLength={MAX_LENGTH}
        value={open?.typed ?? labelOf(value, chosen)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => {
          if (open !== null) return;
          setOpen({ typed: null, at: null });
          currentTarget.select();
        }}
        onChange={({ currentTarget }) => setOpen({ typed: currentTarget.value, at: null })}
        onKeyDown={press}
        onBlur={leave}
      />
      {open !== null && (
        <div className={`${listbox.popup} ${classes.popup}`}>
          {isListed && (
            <div
              id={id}
              role="listbox"
              tabIndex={-1}
              aria-label={texts.scholar}
              aria-busy={found.isPlaceholderData}
              className={listbox.list}
              // the field keeps the focus
              onMouseDown={(event) => event.preventDefault()}
            >
              {options.map((scholar, index) => (
                <button
                  type="button"
                  tabIndex={-1}
                  key={scholar?.id ?? 'all'}
                  id={optionId(index)}
                  role="option"
                  aria-selected={scholar?.id === value}
                  data-active={index === at || undefined}
                  className={`${listbox.option} ${classes.option}`}
                  dir="auto"
                  ref={index === at ? scrollIntoView : undefined}
                  onClick={() => choose(scholar)}
                >
                  {scholar === null ? texts.allScholars : nameOf(scholar)}
                </button>
              ))}
            </div>
          )}
          <p className={classes.note}>{noteOf(found.data)}</p>
        </div>
      )}
      <span role="status" className="visually-hidden">
        {open !== null && found.data !== undefined && !found.isPlaceholderData && countOf(found.data)}
      </span>
    </div>
  );
}

/** The name of the chosen scholar; empty for all scholars and until the name is known. */
function labelOf(
  value: number | undefined,
  { data, isError }: { data: Scholar | undefined; isError: boolean },
): string {
  if (value === undefined) return '';
  if (data !== undefined) return nameOf(data);
  return isError ? texts.unknownScholar : '';
}

function noteOf(found: readonly Scholar[] | undefined): string | null {
  if (found?.length === 0) return texts.noScholar;
  return found !== undefined && found.length > MAX_FOUND ? texts.moreScholars : null;
}

/** What a screen reader announces. */
function countOf(found: readonly Scholar[]): string {
  if (found.length === 0) return texts.noScholar;
  const counted = texts.scholarsFound(Math.min(found.length, MAX_FOUND));
  return found.length > MAX_FOUND ? `${counted}. ${texts.moreScholars}` : counted;
}
