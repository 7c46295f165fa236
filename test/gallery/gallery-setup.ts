import { startGallery } from './gallery-server.ts';

const VARIABLE = 'GALLERY_URL';

/** Playwright's global setup: serves the gallery to all workers. */
export default async function serveGallery(): Promise<() => Promise<void>> {
  const gallery = await startGallery();
  process.env[VARIABLE] = gallery.url;
  return () => gallery.close();
}

/** Where the gallery is, in a worker. */
export function galleryUrl(): string {
  const url = process.env[VARIABLE];
  if (url === undefined) throw new Error('The gallery is not served.');
  return url;
}
