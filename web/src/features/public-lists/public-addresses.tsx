import type { PublicList } from '../../api/shapes.ts';
import { publicListTexts as texts } from '../../texts/en/public-lists.ts';
import { AddressList } from '../../ui/address-list.tsx';
import { LinkButton } from '../../ui/button.tsx';

/** The address of a public list and the line for one's own page, to copy. */
export function PublicAddresses({ list }: { list: PublicList }) {
  return (
    <AddressList
      addresses={[
        { name: texts.address, text: list.url, what: 'publicList' },
        { name: texts.embed, text: `<script src="${list.url}.js" async></script>`, what: 'embed' },
      ]}
    />
  );
}

/** A link that opens the page of a public list. */
export function OpenPage({ list, look }: { list: PublicList; look?: 'quiet' }) {
  return (
    <LinkButton
      isSmall
      look={look}
      href={list.url}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.openNamed(list.name)}
    >
      {texts.open}
    </LinkButton>
  );
}
