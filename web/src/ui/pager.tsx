import { texts } from '../texts/en.ts';
import { Button } from './button.tsx';
import { formatNumber } from './format.ts';
import { Group } from './layout.tsx';
import { Text } from './text.tsx';

interface Props {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  onPage(page: number): void;
}

/** The shown rows of a list with links to newer and older ones. Empty if there is only one page. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const pageButton = (label: string, to: number) => {
    const exists = to >= 1 && to <= pages;
    // not `disabled`, which would lose the focus on the last page
    return (
      <Button isSmall aria-disabled={!exists} onClick={() => exists && onPage(to)}>
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label={texts.pager.label} data-mt="md">
      <Group>
        {pageButton(texts.pager.newer, Math.min(page, pages + 1) - 1)}
        {pageButton(texts.pager.older, page + 1)}
        <Text role="status">
          {texts.pager.shown(
            formatNumber(first),
            formatNumber(Math.min(first + pageSize - 1, total)),
            formatNumber(total),
          )}
        </Text>
      </Group>
    </nav>
  );
}
