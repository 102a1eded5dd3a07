export function AdminNearDuplicatesPage() {
  return null;
}
