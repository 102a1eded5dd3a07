import { Button, Group, Text } from '@mantine/core';
import { texts } from '../texts/en.ts';
import { formatNumber } from './format.ts';

interface Props {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  onPage(page: number): void;
}

/** Which rows of a list are shown, and the way to those before and after; nothing where all are. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const turn = (label: string, to: number) => {
    const isThere = to >= 1 && to <= pages;
    // not `disabled`: at the last page the keys would be lost
    return (
      <Button
        variant="default"
        size="xs"
        data-disabled={!isThere || undefined}
        aria-disabled={!isThere}
        onClick={() => isThere && onPage(to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Group component="nav" mt="md" gap="sm" aria-label={texts.pager.label}>
      {turn(texts.pager.before, Math.min(page, pages + 1) - 1)}
      {turn(texts.pager.after, page + 1)}
      <Text size="sm" role="status">
        {texts.pager.shown(
          formatNumber(first),
          formatNumber(Math.min(first + pageSize - 1, total)),
          formatNumber(total),
        )}
      </Text>
    </Group>
  );
}
