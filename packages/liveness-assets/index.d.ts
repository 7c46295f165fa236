/** Import this package for its effect: `import '@sign-session/liveness-assets'`. */
// oxlint-disable-next-line unicorn/require-module-specifiers -- it exports nothing, and is a module
export {};
