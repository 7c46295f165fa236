// In a variable, so that bundlers leave the next line alone: the assets are copied, not bundled.
const here = import.meta.url;

/**
 * Where the assets lie: absolute, with a slash at the end.
 *
 * @param given what the integrator says, an absolute address; without it they are beside the bundle.
 */
export function assetsFolder(given: string | undefined): string {
  const url = new URL(given ?? './assets/', here).href;
  return url.endsWith('/') ? url : `${url}/`;
}
