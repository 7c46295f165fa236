/** A module's address after it was bundled as a worker (Vite). */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
