import type { Scholar } from '../../api/shapes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf } from './order-scholars.ts';

/**
 * A scholar's picture as stored by the service, or initials. Each picture has its own address, so no old one is shown
 * from a cache.
 */
export function ScholarPicture({ scholar, size = 'sm' }: { scholar: Scholar; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <Avatar
      src={scholar.profile_image_state === 'ready' ? scholar.profile_image_url : null}
      name={nameOf(scholar)}
      size={size}
    />
  );
}
