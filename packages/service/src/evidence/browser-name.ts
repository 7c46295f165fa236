/** Names as they stand in a user agent, in the order in which they must be looked for: most of these also say Chrome or Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:OPR|OPT)\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b.* OS (\d+)/, 'iOS'],
  [/\bAndroid (\d+)/, 'Android'],
  [/\bWindows NT\b()/, 'Windows'],
  [/\bMac OS X\b()/, 'macOS'],
  [/\bCrOS\b()/, 'ChromeOS'],
  [/\bLinux\b()/, 'Linux'],
];

function named(userAgent: string, names: typeof BROWSERS): string | undefined {
  for (const [pattern, name] of names) {
    const found = pattern.exec(userAgent);
    if (found !== null) return found[1] ? `${name} ${found[1]}` : name;
  }
  return undefined;
}

/**
 * A user agent in words, for example `Samsung Internet 23 · Android 13`. What no browser calls itself is left as it is. The
 * evidence pack has it in full.
 */
export function browserName(userAgent: string): string {
  const browser = named(userAgent, BROWSERS);
  const system = named(userAgent, SYSTEMS);
  return browser === undefined ? userAgent : [browser, system].filter(Boolean).join(' · ');
}
