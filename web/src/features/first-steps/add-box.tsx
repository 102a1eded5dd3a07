import { useNavigate } from '@tanstack/react-router';
import { AddScholars } from '../scholars/add-scholars.tsx';

/** The form for adding scholars, on the first page. */
export function AddBox() {
  const navigate = useNavigate();
  return <AddScholars name={undefined} onSearch={(name) => void navigate({ to: '/scholars', search: { name } })} />;
}
