import type { Plugin } from 'vite';

/**
 * The group of all code and styles that the first page needs: the module that starts the application, and what it
 * imports.
 */
export const FIRST_PAGE = { name: 'first-page', test: /\/web\/src\/app\/start\.tsx$/ };

/**
 * Links the styles of the first page from the HTML, which the service sends with content. The code that uses them
 * arrives after the first paint, so that it delays nothing that the reader waits for.
 */
export function linkStyles(): Plugin {
  return {
    name: 'link-styles',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const page = chunks.find(({ name }) => name === FIRST_PAGE.name);
      if (!page) throw new Error('The build has no code of the first page.');
      return [...(page.viteMetadata?.importedCss ?? [])].map((file) => ({
        tag: 'link',
        attrs: { rel: 'stylesheet', href: `/${file}` },
        injectTo: 'head',
      }));
    },
  };
}
