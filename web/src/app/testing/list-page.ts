import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The row of a publication, by its place in the list. It fails if the row does not exist. */
export async function findRow(at: number): Promise<HTMLElement> {
  await screen.findByRole('feed');
  return waitFor(() => {
    const row = rowAt(at);
    expect(row).not.toBeNull();
    return row as HTMLElement;
  });
}

/** Whether the row at a place is shown as read. */
export function isRead(at: number): boolean {
  return rowAt(at)?.hasAttribute('data-read') === true;
}

/** The number of unread publications in the window's title. */
export function unreadCount(): number {
  return Number(/^\((\d+)\)/.exec(document.title)?.[1] ?? 0);
}

/** The place of the focused row, or null. */
export function focusedRow(): string | null {
  return document.activeElement?.getAttribute('data-row') ?? null;
}

function rowAt(at: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${at}"]`);
}
