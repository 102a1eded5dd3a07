import { createTheme, DrawerRoot, Modal } from '@mantine/core';

/** What components do here beside their looks, which theme.css has. */
export const theme = createTheme({
  respectReducedMotion: true,
  // locking the page's scroll would write a style element; the page itself does not scroll
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
    DrawerRoot: DrawerRoot.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
  },
});
