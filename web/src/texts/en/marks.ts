interface Refused {
  readonly kind: 'read' | 'favorite' | 'tag' | 'notBy' | 'more' | 'less';
  readonly isSet: boolean;
  readonly title: string;
  readonly publicationIds: readonly number[];
  readonly tag?: string;
  readonly scholar?: { readonly label: string };
}

/** What the service refused to do, as "Cannot add “Paper” to your favorites." */
export function describeMark({ kind, isSet, title, publicationIds: { length }, tag, scholar }: Refused): string {
  const what = length === 1 ? `“${title}”` : `${length} publications`;
  switch (kind) {
    case 'read':
      return `Cannot mark ${what} as ${isSet ? 'read' : 'unread'}.`;
    case 'favorite':
      return isSet ? `Cannot add ${what} to your favorites.` : `Cannot remove ${what} from your favorites.`;
    case 'tag':
      return isSet ? `Cannot add “${tag}” to ${what}.` : `Cannot remove “${tag}” from ${what}.`;
    case 'notBy':
      return `Cannot ${isSet ? 'remove' : 'restore'} ${what} as a publication of ${scholar?.label}.`;
    default:
      return `Cannot save whether you want ${kind} like ${what}.`;
  }
}
