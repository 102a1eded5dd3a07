import { ExportLibrary } from '../features/portability/export-library.tsx';
import classes from '../features/portability/import-library.module.css';
import { ImportLibrary } from '../features/portability/import-library.tsx';
import { PublicListSection } from '../features/public-lists/public-list-section.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { ZoteroSection } from '../features/zotero/zotero-section.tsx';
import { settingsTexts } from '../texts/en/settings.ts';
import { Page } from '../ui/page.tsx';

const texts = settingsTexts.library;

/** Import and export of the library, as a file and with Zotero. */
export function LibraryFilePage() {
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <SettingsNav />
      <div className={classes.parts}>
        <ImportLibrary />
        <ExportLibrary />
        <ZoteroSection />
      </div>
      <PublicListSection />
    </Page>
  );
}
