/** Texts of buttons that copy. */
export const copyTexts = {
  copy: 'Copy',
  names: {
    requestId: 'Copy request ID',
    bibtex: 'Copy BibTeX',
    signingSecret: 'Copy signing secret',
    atom: 'Copy Atom address',
    bookmark: 'Copy the address of the bookmark',
    jsonFeed: 'Copy JSON Feed address',
    publicList: 'Copy the address of the page',
    embed: 'Copy the line for your own page',
  },
  copied: 'Copied.',
  selected: 'Selected. Press Ctrl+C to copy.',
};
