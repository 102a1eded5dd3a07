/** The attributes of a start tag that tell us anything, all others left out; '' for one without a value. */
export type Attributes = Readonly<ReturnType<typeof newAttributes>>;
export type AttributeName = keyof Attributes;

/** None yet. All are there from the start: objects that grow attribute by attribute are slow. */
export function newAttributes() {
  const none = undefined as string | undefined;
  return {
    id: none,
    class: none,
    href: none,
    'data-href': none,
    src: none,
    disabled: none,
    action: none,
    'http-equiv': none,
    content: none,
  };
}
