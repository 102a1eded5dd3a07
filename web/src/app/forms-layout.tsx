import { Outlet } from '@tanstack/react-router';
import { MantineScope } from '../ui/mantine-scope.tsx';

export function FormsLayout() {
  return (
    <MantineScope>
      <Outlet />
    </MantineScope>
  );
}
