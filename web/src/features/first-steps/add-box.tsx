import { useNavigate } from '@tanstack/react-router';
import { MantineScope } from '../../ui/mantine-scope.tsx';
import { AddScholars } from '../scholars/add-scholars.tsx';

/** The form for adding scholars, on the first page. */
export function AddBox() {
  const navigate = useNavigate();
  return (
    <MantineScope>
      <AddScholars name={undefined} onSearch={(name) => void navigate({ to: '/scholars', search: { name } })} />
    </MantineScope>
  );
}
