// A variable, so that most bundlers don't resolve the address: the assets are copied, not bundled.
const here = import.meta.url;

/**
 * The address of the assets: absolute, with a slash at the end.
 *
 * @param given the integrator's absolute address; by default the assets are beside the bundle.
 */
export function assetsFolder(given: string | undefined): string {
  const url = new URL(given ?? './assets/', here).href;
  return url.endsWith('/') ? url : `${url}/`;
}
