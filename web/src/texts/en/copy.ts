/** What the button says that copies. */
export const copyTexts = {
  copy: 'Copy',
  copyRequest: 'Copy the request’s number',
  copied: 'Copied.',
  marked: 'It is marked: copy it with the keys of your system.',
};
