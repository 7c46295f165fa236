/** From what nobody sees to what a face still can be recognised in. */
const QUALITIES = [0.92, 0.8, 0.65, 0.5] as const;
const LEAST_SCALE = 0.25;

/**
 * A frame as a JPEG image.
 *
 * @param mostBytes the largest it may be; a frame that is too large at any quality is sent smaller.
 */
export async function jpegPicture(frame: ImageBitmap, mostBytes: number): Promise<Blob> {
  for (let scale = 1; scale >= LEAST_SCALE; scale /= 2) {
    const canvas = new OffscreenCanvas(Math.round(frame.width * scale), Math.round(frame.height * scale));
    const context = canvas.getContext('2d');
    context?.drawImage(frame, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (picture.size <= mostBytes) return picture;
    }
  }
  throw new RangeError(`No picture of the frame has ${mostBytes} bytes or less.`);
}
