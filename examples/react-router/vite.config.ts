import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  optimizeDeps: {
    // Otherwise Vite finds them at the first visit, and loads the page again.
    include: ['react-dom/client', 'react-router/dom', 'sign-session/react'],
    exclude: ['@sign-session/liveness-assets'],
  },
});
