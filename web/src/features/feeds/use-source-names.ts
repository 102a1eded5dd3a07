import { useQuery } from '@tanstack/react-query';
import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { viewsQuery } from '../views/views-query.ts';

/** Returns a function that says what a feed has. */
export function useSourceNames(): (feed: Feed) => string {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  return ({ scope, scholar_profile_id, view_id }) => {
    const scholar = scholars.find(({ id }) => id === scholar_profile_id);
    const view = views.find(({ id }) => id === view_id);
    if (scope === 'scholar') return scholar ? texts.scopes.scholar(nameOf(scholar)) : '';
    if (scope === 'view') return view ? texts.scopes.view(view.name) : '';
    return texts.scopes[scope];
  };
}
