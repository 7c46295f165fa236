import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit()], optimizeDeps: { exclude: ['@sign-session/liveness-assets'] } };
