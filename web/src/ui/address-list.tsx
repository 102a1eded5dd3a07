import { useRef } from 'react';
import type { copyTexts } from '../texts/en/copy.ts';
import classes from './address-list.module.css';
import { CopyButton } from './copy-button.tsx';

interface Address {
  readonly name: string;
  readonly text: string;
  /** what the button says that it copies */
  readonly what: keyof typeof copyTexts.names;
}

/** Addresses that are copied, each with its name. */
export function AddressList({ addresses }: { addresses: readonly Address[] }) {
  return (
    <dl className={classes.list}>
      {addresses.map((address) => (
        <AddressRow key={address.what} {...address} />
      ))}
    </dl>
  );
}

function AddressRow({ name, text, what }: Address) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>
        <code ref={shown}>{text}</code>
      </dd>
      <dd>
        <CopyButton text={text} what={what} shownIn={shown} />
      </dd>
    </div>
  );
}
