/** Texts of buttons that copy. */
export const copyTexts = {
  copy: 'Copy',
  copyRequestId: 'Copy request ID',
  copied: 'Copied.',
  selected: 'Selected. Press Ctrl+C to copy.',
};
