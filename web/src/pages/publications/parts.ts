import { lazy } from 'react';
import { loadFilters } from '../../features/publications/list-toolbar.tsx';

const loadDetail = async () => ({
  default: (await import('../../features/publications/publication-detail.tsx')).PublicationDetail,
});
const loadSheet = async () => ({
  default: (await import('../../features/publications/detail-sheet.tsx')).DetailSheet,
});
const loadFirstSteps = async () => ({
  default: (await import('../../features/first-steps/first-steps.tsx')).FirstSteps,
});
const loadTagEditor = async () => ({
  default: (await import('../../features/publications/tag-editor.tsx')).TagEditor,
});

/** The parts of the list's page that the first view does without. */
export const PublicationDetail = lazy(loadDetail);
export const DetailSheet = lazy(loadSheet);
export const FirstSteps = lazy(loadFirstSteps);
export const TagEditor = lazy(loadTagEditor);
export const ExportDialog = lazy(async () => ({
  default: (await import('../../features/citations/export-dialog.tsx')).ExportDialog,
}));

/** Loads the code of the parts of the list's page, also while another page is shown. */
export async function preloadParts(): Promise<void> {
  await Promise.allSettled([loadDetail(), loadSheet(), loadTagEditor(), loadFilters(), loadFirstSteps()]);
}
