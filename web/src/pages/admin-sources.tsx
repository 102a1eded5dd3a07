export function AdminSourcesPage() {
  return null;
}
