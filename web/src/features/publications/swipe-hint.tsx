import type { RefObject } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { EyeIcon, StarFilledIcon, StarIcon } from '../../ui/icons.tsx';
import classes from './swipe-hint.module.css';
import type { Swipe } from './use-swipe.ts';

/** Says in the room that a swiped row leaves what the swipe will do. */
export function SwipeHint(props: { swipe: Swipe; publication: Publication; hint: RefObject<HTMLDivElement | null> }) {
  const { swipe, publication, hint } = props;
  const { direction, isFar, top, height } = swipe;
  const [Icon, text] = actionOf(direction, publication);
  return (
    <div
      ref={hint}
      className={classes.hint}
      data-swipe={direction}
      data-far={isFar || undefined}
      style={{ top, height }}
      // the actions have buttons, which screen readers use
      aria-hidden="true"
    >
      <Icon size={18} />
      <span>{text}</span>
    </div>
  );
}

function actionOf(direction: Swipe['direction'], { is_read: isRead, is_favorite: isFavorite }: Publication) {
  const { markRead, markUnread, addFavorite, removeFavorite } = texts.publications;
  if (direction === 'right') return [EyeIcon, isRead ? markUnread : markRead] as const;
  return isFavorite ? ([StarIcon, removeFavorite] as const) : ([StarFilledIcon, addFavorite] as const);
}
