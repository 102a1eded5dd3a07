import { FilterPanel } from '../../features/publications/list-toolbar.tsx';
import { OpenPublication } from '../../features/publications/open-publication.ts';
import { part } from '../../ui/part.tsx';

/** The parts of the list's page that the first view does without. */
export const FirstSteps = part(
  async () => (await import('../../features/first-steps/first-steps.tsx')).FirstSteps,
  'quiet',
);
export const PersonAside = part(
  async () => (await import('../../features/scholars/person-aside.tsx')).PersonAside,
  'quiet',
);
export const TagEditor = part(async () => (await import('../../features/publications/tag-editor.tsx')).TagEditor);
export const ExportDialog = part(async () => (await import('../../features/citations/export-dialog.tsx')).ExportDialog);

/** Loads the code of the parts of the list's page, also while another page is shown. */
export async function preloadParts(): Promise<void> {
  await Promise.all([OpenPublication, TagEditor, FilterPanel, FirstSteps, PersonAside].map((one) => one.preload()));
}
