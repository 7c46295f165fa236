import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS } from './browser-launch.ts';
import { findChromium } from './browsers.ts';

/**
 * Launches the installed Chromium. Close it.
 *
 * @param film what its camera shows: the absolute path of a Motion JPEG file.
 * @param args more of its arguments
 */
export async function launchChromium(film?: string, args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('Install Chromium, Chrome or Edge, or name one in CHROMIUM_PATH.');
  }
  const camera = film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`];
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...camera, ...args] });
}
