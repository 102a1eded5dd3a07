import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PublicList } from '../../api/shapes.ts';
import { publicListTexts as texts } from '../../texts/en/public-lists.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OwnedList, RowAction, RowActions } from '../../ui/owned-list.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { viewsQuery } from '../views/views-query.ts';
import { type ListSource, revokePublicList } from './change-public-lists.ts';
import { OpenPage, PublicAddresses } from './public-addresses.tsx';
import { PublicListDialog } from './public-list-dialog.tsx';
import classes from './public-lists.module.css';
import { publicListsQuery } from './public-lists-query.ts';

type Source = ListSource & { readonly name: string };

/** The user's public lists with their addresses. They can be published, changed and revoked. */
export function PublicListSection() {
  const { data, error } = useQuery(publicListsQuery);
  const [opened, setOpened] = useState<PublicList | Source | null>(null);
  const [revoked, setRevoked] = useState<PublicList | null>(null);
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  return (
    <section aria-labelledby="public-lists">
      <h2 data-mt="xl" data-mb="xs" id="public-lists">
        {texts.title}
      </h2>
      <Text tone="quiet" data-mb="sm" className={classes.hint}>
        {texts.hint}
      </Text>
      {data?.is_enabled === false && <Text>{texts.switchedOff}</Text>}
      <OwnedList items={data?.public_lists} error={error} label={texts.title} none={texts.none}>
        {(list) => (
          <li key={list.id}>
            <bdi className={classes.name}>{list.name}</bdi>
            <PublicAddresses list={list} />
            <RowActions isBelow>
              <OpenPage list={list} look="quiet" />
              <RowAction
                label={texts.change}
                named={texts.changeNamed(list.name)}
                aria-haspopup="dialog"
                onClick={() => setOpened(list)}
              />
              <RowAction
                label={texts.revoke}
                named={texts.revokeNamed(list.name)}
                isDanger
                aria-haspopup="dialog"
                onClick={() => setRevoked(list)}
              />
            </RowActions>
          </li>
        )}
      </OwnedList>
      {data?.is_enabled && <ChooseSource onChosen={setOpened} />}
      <Text ref={status} role="status" tabIndex={-1} className={classes.status}>
        {done}
      </Text>
      {opened && <PublicListDialog of={opened} onClose={() => setOpened(null)} />}
      {revoked && (
        <ConfirmDialog
          title={texts.revokeTitle(revoked.name)}
          confirm={texts.revokeConfirm}
          isDestructive
          lost={texts.revokeLost}
          kept={texts.revokeKept}
          onConfirm={async () => {
            await revokePublicList(revoked.id);
            setDone(texts.revoked(revoked.name));
            // the focused button disappears with its list
            status.current?.focus();
          }}
          onClose={() => setRevoked(null)}
        />
      )}
    </section>
  );
}

function ChooseSource({ onChosen }: { onChosen(source: Source): void }) {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const [chosen, setChosen] = useState('favorites');
  const sources: readonly (readonly [group: string, value: string, label: string, source: ListSource])[] = [
    [texts.groups.general, 'favorites', texts.favorites, { scope: 'favorites' }],
    ...views.map(
      ({ id, name }) => [texts.groups.views, `view ${id}`, name, { scope: 'view', view_id: id } as const] as const,
    ),
    ...tags.map(
      ({ id, name }) => [texts.groups.tags, `tag ${id}`, name, { scope: 'tag', tag_id: id } as const] as const,
    ),
    ...scholars.map(
      (one) =>
        [
          texts.groups.scholars,
          `scholar ${one.id}`,
          nameOf(one),
          { scope: 'scholar', scholar_profile_id: one.id } as const,
        ] as const,
    ),
  ];
  const groups = Object.values(texts.groups).map((group) => ({
    group,
    items: sources.filter(([of]) => of === group).map(([, value, label]) => ({ value, label })),
  }));
  const publish = () => {
    const [, , label = '', source] = sources.find(([, value]) => value === chosen) ?? [];
    if (source) onChosen({ ...source, name: source.scope === 'favorites' ? texts.defaultName : label });
  };
  return (
    <div className={classes.form}>
      <Select
        label={texts.source}
        value={chosen}
        data={groups.filter(({ items }) => items.length > 0)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button aria-haspopup="dialog" onClick={publish}>
        {texts.publish}
      </Button>
    </div>
  );
}
