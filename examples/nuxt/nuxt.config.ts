export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: false },
  app: { head: { title: 'Sign', link: [{ rel: 'icon', href: 'data:,' }] } },
  vite: { optimizeDeps: { exclude: ['@sign-session/liveness-assets'] } },
  vue: { compilerOptions: { isCustomElement: tag => tag === 'sign-session' } },
});
