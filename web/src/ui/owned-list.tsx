import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import classes from './owned-list.module.css';
import { ProblemText } from './problem-text.tsx';

interface Props<Item> {
  /** undefined while it is loaded */
  readonly items: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly label: string;
  /** what the page says without items */
  readonly none: string;
  /** what to do about it */
  readonly noneHint?: string;
  /** A row. `onDeleted` moves the focus to the list, because the focused button disappears with its row. */
  children(item: Item, onDeleted: () => void): ReactNode;
}

/** What a user owns of one kind. The rows are elements `li`. */
export function OwnedList<Item>({ items, error, label, none, noneHint, children }: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const onDeleted = () => list.current?.focus();
  return (
    <>
      <ProblemText error={error} />
      {items?.length === 0 && (noneHint ? <EmptyState title={none}>{noneHint}</EmptyState> : <p>{none}</p>)}
      <ul ref={list} className={classes.list} aria-label={label} tabIndex={-1}>
        {items?.map((item) => children(item, onDeleted))}
      </ul>
    </>
  );
}

/** The buttons of a row: at its end, or below its texts. */
export function RowActions({ isBelow = false, children }: { isBelow?: boolean; children: ReactNode }) {
  return (
    <div className={classes.actions} data-below={isBelow || undefined}>
      {children}
    </div>
  );
}

interface ActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly label: string;
  /** what screen readers read: the label with the name of the item */
  readonly named: string;
}

/** A quiet button of a row. */
export function RowAction({ label, named, ...button }: ActionProps) {
  return (
    <Button isSmall look="quiet" aria-label={named} {...button}>
      {label}
    </Button>
  );
}
