import { Avatar } from '@mantine/core';
import type { Scholar } from '../../api/shapes.ts';
import { nameOf } from './order-scholars.ts';

/** The service's own copy of a scholar's picture; initials where there is none. Another picture has another address, so none is shown from before. */
export function ScholarPicture({ scholar, size }: { scholar: Scholar; size?: number }) {
  return (
    <Avatar
      src={scholar.profile_image_state === 'ready' ? scholar.profile_image_url : null}
      name={nameOf(scholar)}
      alt=""
      radius="50%"
      {...(size === undefined ? {} : { size })}
    />
  );
}
