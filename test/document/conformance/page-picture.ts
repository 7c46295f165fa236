import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { canvases, pageBoxes, until } from '../shown-pane.ts';

/** What a signer sees of a page, from 1, once it is painted: all of its canvases on one, a pixel a CSS pixel. */
export async function pagePicture(pane: DocumentPane, page: number): Promise<ImageData> {
  const box = pageBoxes(pane)[page - 1];
  if (box === undefined) throw new Error(`There is no page ${page}.`);
  box.scrollIntoView();
  await until(() => box.querySelector('canvas') !== null, `page ${page} painted`);
  const { left, top, width, height } = box.getBoundingClientRect();
  const picture = new OffscreenCanvas(Math.round(width), Math.round(height));
  const context = contextOf(picture);
  for (const canvas of canvases(pane)) {
    if (!box.contains(canvas)) continue;
    const place = canvas.getBoundingClientRect();
    context.drawImage(canvas, place.left - left, place.top - top, place.width, place.height);
  }
  return context.getImageData(0, 0, picture.width, picture.height);
}

/** The pixels of an encoded picture, such as a PNG. */
export async function decodedPicture(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const context = contextOf(new OffscreenCanvas(bitmap.width, bitmap.height));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** White, because paper is. */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to read pixels from.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return context;
}
