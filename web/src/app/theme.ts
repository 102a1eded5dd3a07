import { createTheme, DrawerRoot, Modal } from '@mantine/core';

/** Defaults for the behavior of components. Their looks are in theme.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  // locking the scroll would write a style element, and the page itself does not scroll
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
    DrawerRoot: DrawerRoot.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } }),
  },
});
