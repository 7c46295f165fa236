import { watchAssets } from '../../src/assets/asset-watch.ts';
import { reportUnavailable } from '../../src/assets/report-unavailable.ts';

/** Watches for missing assets during each test of the surrounding suite, as the public element does while connected. */
export function useAssetWatch(): void {
  let end: (() => void) | undefined;
  beforeEach(() => {
    end = watchAssets({ loadReport: async () => reportUnavailable, unavailable: () => undefined });
  });
  afterEach(() => end?.());
}
