/**
 * Whether pdf.js's build for new browsers needs something that is missing here: built-ins.ts brings it. All engines had the
 * rest of it before they had these two (Chromium 147, Firefox 144, Safari 26.2).
 */
export function lacksBuiltIns(): boolean {
  return !('sumPrecise' in Math && 'getOrInsertComputed' in Map.prototype);
}
