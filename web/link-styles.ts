import type { Plugin } from 'vite';

/** The module that starts the application. */
export const START = /\/web\/src\/app\/start\.tsx$/;

/**
 * Links the styles of the first page from the HTML, which the service sends with content. The code that uses them arrives after the first paint, so
 * that it delays nothing that the reader waits for.
 */
export function linkStyles(): Plugin {
  return {
    name: 'link-styles',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = chunks.find(({ facadeModuleId }) => START.test(facadeModuleId ?? ''));
      if (!start) throw new Error('The build has no code of the application.');
      const needed = chunks.filter(({ fileName }) => fileName === start.fileName || start.imports.includes(fileName));
      const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      return [...styles].map((file) => ({
        tag: 'link',
        attrs: { rel: 'stylesheet', href: `/${file}` },
        injectTo: 'head',
      }));
    },
  };
}
