export function AdminLibraryPage() {
  return null;
}
