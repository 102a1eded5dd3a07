export function AdminPdfsPage() {
  return null;
}
