/*
 * Modules that the npm build makes of the assets (build/vite/npm.ts): the text of a script, or files in base64 by their
 * names.
 */
declare module 'embedded:cmaps-*' {
  const files: Readonly<Record<string, string>>;
  export default files;
}
declare module 'embedded:font-*' {
  const files: Readonly<Record<string, string>>;
  export default files;
}
declare module 'embedded:*' {
  const text: string;
  export default text;
}
