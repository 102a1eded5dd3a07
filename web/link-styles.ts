import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * The group of all code and styles that the first page needs: the module that starts the application, and what it
 * imports.
 */
export const FIRST_PAGE = { name: 'first-page', test: /\/web\/src\/app\/start\.tsx$/ };

/**
 * Links the styles and the fonts of the first page from the HTML, which the service sends with content. The code that uses them
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
      const linkTo = (file: string, attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
        ...{ tag: 'link', attrs: { ...attrs, href: `/${file}` }, injectTo: 'head' },
      });
      // the fonts of Latin text; a font that arrives after the first paint is not shown
      const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal-.*\.woff2$/.test(file));
      return [
        ...fonts.map((file) => linkTo(file, { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' })),
        ...[...(page.viteMetadata?.importedCss ?? [])].map((file) => linkTo(file, { rel: 'stylesheet' })),
      ];
    },
  };
}
