/** Import this package for its effect: `import '@sign-session/liveness-assets'`. */
export {};
