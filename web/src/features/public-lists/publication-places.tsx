import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicList } from '../../api/shapes.ts';
import { publicListTexts } from '../../texts/en/public-lists.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { type Place, placeOf, placePublication } from './change-public-lists.ts';
import classes from './public-lists.module.css';
import { publicListsQuery } from './public-lists-query.ts';

const texts = publicListTexts.places;

/** A button that says where the user's public lists show a publication. Nothing if the user has none. */
export function PublicationPlaces({ id }: { id: number }) {
  const { data } = useQuery(publicListsQuery);
  const [isOpen, setOpen] = useState(false);
  if (!data?.is_enabled || data.public_lists.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      {isOpen && (
        <Dialog title={texts.title} onClose={() => setOpen(false)}>
          <Text tone="quiet">{texts.hint}</Text>
          <div className={classes.places}>
            {data.public_lists.map((list) => (
              <PlaceSelect key={list.id} list={list} id={id} />
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

function PlaceSelect({ list, id }: { list: PublicList; id: number }) {
  // one after the other, because each replaces the choices of the list
  const scope = { id: `public list ${list.id}` };
  const saving = useMutation({ scope, mutationFn: (place: Place) => placePublication(list, id, place) });
  return (
    <div>
      <Select
        label={list.name}
        value={saving.isPending ? saving.variables : placeOf(list, id)}
        data={Object.entries(texts.names).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => saving.mutate(currentTarget.value as Place)}
      />
      <ProblemText error={saving.error} />
    </div>
  );
}
