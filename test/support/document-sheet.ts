/** Documents to be photographed: as files, and before a camera. */

/** A session's step that wants a photo of the signer's document. */
export const PHOTO_STEP = {
  stepId: 'st_1',
  type: 'DOCUMENT_PHOTO_MATCH',
  status: 'PENDING',
  order: 1,
  attempts: 0,
  maxAttempts: 3,
};

/** What a sheet looks like; in pixels. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  /** 0 to 255. */
  readonly paper?: number;
  readonly print?: boolean;
}

/** A picture of a sheet with print on it, or without. */
export function sheet({
  width = 1200,
  height = 900,
  paper = 190,
  print = true,
}: Look = {}): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = `rgb(${paper} ${paper} ${paper})`;
  context.fillRect(0, 0, width, height);
  context.fillStyle = `rgb(${paper / 4} ${paper / 4} ${paper / 4})`;
  context.font = '28px sans-serif';
  if (print)
    for (let y = 40; y < height; y += 40) context.fillText('MARIA DA SILVA 529.982.247-25 '.repeat(3), 20, y);
  return canvas;
}

/** A picture as a file of the device. */
export function fileOf(canvas: HTMLCanvasElement, type = 'image/png'): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(new File([blob], 'photo', { type })) : reject(new Error('no blob'))),
      type,
    );
  });
}

/** A camera that looks at a sheet. */
export const looking =
  (look: Look = {}) =>
  async (): Promise<MediaStream> => {
    const canvas = sheet({ width: 1280, height: 720, ...look });
    const stream = canvas.captureStream(10);
    const context = canvas.getContext('2d');
    const timer = setInterval(() => {
      if (stream.getTracks().every(track => track.readyState === 'ended')) clearInterval(timer);
      // A canvas that nobody draws on gives no pictures.
      else context?.fillRect(0, 0, 1, 1);
    }, 50);
    return stream;
  };

/** Chooses a file in the step's field, as with the browser's picker. */
export function chooseFile(root: ParentNode, file: File): void {
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no input for files');
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
