import { SearchBox, type SearchBoxProps } from './search-box.tsx';
import { useTyped } from './use-typed.ts';

interface Props extends SearchBoxProps {
  /** the value in the address */
  readonly value: string;
  onChange(value: string): void;
}

/** A search field that updates the address a moment after typing. */
export function SearchField({ value, onChange, ...box }: Props) {
  return <SearchBox {...box} text={useTyped(value, onChange)} />;
}
