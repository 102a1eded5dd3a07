import { useQuery } from '@tanstack/react-query';
import { listSourceTexts as texts } from '../../texts/en/list-sources.ts';
import { Select } from '../../ui/select.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { viewsQuery } from './views-query.ts';

interface Props {
  readonly label: string;
  /** "favorites", "view 3" */
  readonly value: string;
  /** the lists of the whole library */
  readonly general: readonly { readonly value: string; readonly label: string }[];
  readonly hasTags?: boolean;
  onChange(value: string): void;
}

/** Field to choose a list: of the whole library, a view, a tag or a scholar. */
export function SourceSelect({ label, value, general, hasTags = false, onChange }: Props) {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: hasTags });
  const groups = [
    { group: texts.general, items: general },
    { group: texts.views, items: views.map(({ id, name }) => ({ value: `view ${id}`, label: name })) },
    { group: texts.tags, items: tags.map(({ id, name }) => ({ value: `tag ${id}`, label: name })) },
    { group: texts.scholars, items: scholars.map((one) => ({ value: `scholar ${one.id}`, label: nameOf(one) })) },
  ];
  return (
    <Select
      label={label}
      value={value}
      data={groups.filter(({ items }) => items.length > 0)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
