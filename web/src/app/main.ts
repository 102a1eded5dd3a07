// The service has sent the first page as HTML. Paint it before the application takes the network and the processor; it
// replaces the page when it is ready.
const root = document.getElementById('root');
if (root?.hasChildNodes()) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
await import('./start.tsx');

// a script without imports may not wait
export {};
