import assert from 'node:assert/strict';
import { changesAfter } from './changes.ts';
import {
  basePdf,
  objectIn,
  PAGE,
  signatureObjects,
  stream,
  withUpdate,
  type Objects,
} from './update-files.ts';

export const LOOK = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >>',
  'BT ET',
);
export const TEXT = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Preco) /V (100) /DA (/Helv 0 Tf 0 g) /Rect [0 0 9 9] /P ${PAGE} 0 R >>`;
export const EMPTY = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Vazio) /Rect [5 5 50 50] /P ${PAGE} 0 R >>`;
/** 10: a text field, 11: an empty signature field, 12: the form, 13: metadata, 14: validation data. */
export const BASE = basePdf(
  '/Annots [10 0 R 11 0 R] /Group 77 0 R',
  '/AcroForm 12 0 R /Metadata 13 0 R /DSS << /Certs [14 0 R] >>',
  [
    TEXT,
    EMPTY,
    '<< /Fields [10 0 R 11 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
    stream('/Type /Metadata', '<x/>'),
    stream('', 'DER'),
  ],
);
export const of = (number: number): string => objectIn(BASE, number);
export const more = (number: number, entries: string): Objects => ({
  [number]: of(number).replace(/>>\s*$/, `${entries} >>`),
});
export const SIGNATURE = signatureObjects(BASE);
export const FIELD = SIGNATURE[20] ?? '';
export const signedWith = (objects: Objects): Objects => ({ ...SIGNATURE, ...objects });
export const filled = (entries: string): Objects => ({
  10: TEXT.replace('(100)', '(900)').replace(/>>$/, `${entries} >>`),
});

export const changes = async (objects: Objects, trailer = '') => {
  const [change, another] = await changesAfter(BASE, withUpdate(BASE, { objects, trailer }));
  assert.ok(change !== undefined && another === undefined);
  return change;
};
