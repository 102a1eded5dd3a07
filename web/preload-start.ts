import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Links the application's code and styles from the page. The page's own script imports the code only after the browser has painted what the
 * service sent, so without the links the browser would fetch it late, and paint without styles.
 */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app/start.tsx'));
      if (!start) throw new Error('The build has no code of the application.');
      const needed = chunks.filter(({ fileName }) => fileName === start.fileName || start.imports.includes(fileName));
      const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      return [
        ...[...styles].map((file) => link({ rel: 'stylesheet', href: `/${file}` })),
        ...needed.map(({ fileName }) => link({ rel: 'modulepreload', href: `/${fileName}` })),
      ];
    },
  };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
