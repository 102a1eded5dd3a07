/** What a value of the field to choose a list means, as requests name it. The field has only these scopes. */
export function sourceOf<Scope extends string>(chosen: string) {
  const [scope, id] = chosen.split(' ');
  return {
    scope: scope as Scope,
    ...(scope === 'scholar' ? { scholar_profile_id: Number(id) } : {}),
    ...(scope === 'view' ? { view_id: Number(id) } : {}),
    ...(scope === 'tag' ? { tag_id: Number(id) } : {}),
  };
}
