import { PICTURE_FILES } from './picture-files.ts';

/** By font data, by the browser's own fonts, by images and by lines: whatever a host page could get at. */
const NAMES = ['standard fonts', 'embedded', 'Japanese', 'JPEG', 'PNG', 'form', 'blending'];

/** The documents that are shown in each host page. */
export function hostedFiles(): Promise<Uint8Array<ArrayBuffer>[]> {
  const files = PICTURE_FILES.filter(({ name }) => NAMES.some(part => name.includes(part)));
  return Promise.all(files.map(async ({ make }) => make()));
}
