import { useEffect } from 'react';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { writeCoins } from './coins.ts';

/**
 * The metadata of the open publication for Zotero's connector, which looks again after its event because the page did
 * not load anew.
 */
export function CoinsMark(props: { publication: Publication; detail: PublicationDetail | undefined }) {
  const coins = writeCoins(props.publication, props.detail);
  useEffect(() => {
    // https://www.zotero.org/support/dev/exposing_metadata#dynamic_content
    document.dispatchEvent(new Event('ZoteroItemUpdated', { bubbles: true, cancelable: true }));
  }, [coins]);
  return <span className="Z3988" title={coins} aria-hidden="true" hidden />;
}
