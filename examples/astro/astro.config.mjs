export default {
  devToolbar: { enabled: false },
  vite: { optimizeDeps: { exclude: ['@sign-session/liveness-assets'] } },
};
