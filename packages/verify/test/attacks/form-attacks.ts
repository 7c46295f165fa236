import { FIRST_FREE, pageNumber, pagesPdf } from '../../../../test/support/small-pdf.ts';
import { objectIn, withChanged, withUpdate } from '../../../service/test/support/appended-update.ts';
import { contractPdf, FREE, look, PAGE, priceField, signed, type ContractOptions } from './contract.ts';
import { filledIn, nextNumber, signatureDictionary, signRaw, type Bytes } from './raw-signature.ts';
import { OTHER_FONT } from './shadow-attacks.ts';
import { changed, permitted, type Family, type Signers } from './verification.ts';

/** The price without a look: readers draw its value, in a font of the form. */
const unseen = (appearance: string): string =>
  priceField()
    .replace(/\/AP << .*? >>/, '')
    .replace('/DA (/F1 12 Tf 0 g)', appearance);

const FONTS = '/F1 3 0 R';

/** The file with a font under a new name of the form's resources. */
function withFont(file: Uint8Array, name: string): Bytes {
  const number = nextNumber(file);
  return withChanged(file, 1, catalog => catalog.replace(FONTS, `${FONTS} /${name} ${number} 0 R`), {
    [number]: OTHER_FONT,
  });
}

const asks = (appearance: string, name: string, options: ContractOptions = {}) => {
  return (s: Signers): Bytes => withFont(signed(s, { field: unseen(appearance), ...options }), name);
};

/** The form's resources have no fonts at all before. */
function firstFont(s: Signers): Bytes {
  const base = withChanged(contractPdf({ field: unseen('/DA (/Helv 12 Tf 0 g)') }), 1, catalog =>
    catalog.replace('/DR << /Font << /F1 3 0 R >> >>', '/DR << >>'),
  );
  const file = signRaw(base, s.maria);
  const number = nextNumber(file);
  return withChanged(
    file,
    1,
    catalog => catalog.replace('/DR << >>', `/DR << /Font << /Helv ${number} 0 R >> >>`),
    { [number]: OTHER_FONT },
  );
}

/** The form has no resources before. */
function firstResources(s: Signers): Bytes {
  const base = withChanged(contractPdf({ field: unseen('/DA (/Helv 12 Tf 0 g)') }), 1, catalog =>
    catalog.replace('/DR << /Font << /F1 3 0 R >> >>', ''),
  );
  const file = signRaw(base, s.maria);
  const number = nextNumber(file);
  return withChanged(
    file,
    1,
    catalog => catalog.replace('/AcroForm <<', `/AcroForm << /DR << /Font << /Helv ${number} 0 R >> >>`),
    { [number]: OTHER_FONT },
  );
}

/** A field without a look, whose font the form lacked when it was signed. */
export const FORM_RESOURCES: Family = {
  family: 'a font added to the form',
  cases: [
    permitted('under a name that nothing asks for', asks('/DA (/F1 12 Tf 0 g)', 'F9')),
    changed('under the name that a field without a look asks for', asks('/DA (/Helv 12 Tf 0 g)', 'Helv')),
    changed('the same, the name written by codes', asks('/DA (/#48elv 12 Tf 0 g)', 'Helv')),
    changed('under a name that programs take where a field names no font', asks('', 'Helv')),
    changed('under the other such name', asks('', 'Helvetica')),
    changed(
      'under the name that a comment without a look asks for',
      asks('/DA (/F1 12 Tf 0 g)', 'F9', {
        annotations: [FREE],
        objects: [
          `<< /Type /Annot /Subtype /FreeText /DA (/F9 12 Tf 0 g) /Contents (100) /Rect [300 600 500 630] /P ${PAGE} 0 R >>`,
        ],
      }),
    ),
    changed('where the form’s resources have no fonts', firstFont),
    changed('where the form has no resources', firstResources),
  ],
};

const annotation = (entries: string): ContractOptions => ({
  annotations: [FREE],
  objects: [`<< /Type /Annot ${entries} /Rect [300 600 500 630] /F 4 /P ${PAGE} 0 R >>`],
});

const over = (options: ContractOptions, rect: string) => {
  return (s: Signers): Bytes => signRaw(signed(s, options), s.joao, { rect, look: look('Outro') });
};

/** An empty signature field that two pages show: the first is blank there, the second is not. */
function onTwoPages({ maria, joao }: Signers): Bytes {
  const entries = `/Annots [${FIRST_FREE} 0 R]`;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Vazio) /Rect [30 770 240 810] /F 4 /P ${pageNumber(0)} 0 R >>`;
  const base = pagesPdf(
    [
      { content: '', entries },
      { text: 'Contrato', entries },
    ],
    { catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] >>`, objects: [field] },
  );
  const file = signRaw(base, maria);
  const number = nextNumber(file);
  const update = withUpdate(file, {
    [FIRST_FREE]: objectIn(file, FIRST_FREE).replace(
      '/T (',
      `/V ${number} 0 R /AP << /N ${number + 1} 0 R >> /T (`,
    ),
    [number]: signatureDictionary(),
    [number + 1]: look('Outro'),
  });
  return filledIn(update, joao);
}

/** What programs draw although the file has no look of it, and pages that are not the first. */
export const COVERED_ANNOTATIONS: Family = {
  family: 'a later signature over what has no look',
  cases: [
    changed('a text field', over({ field: unseen('/DA (/F1 12 Tf 0 g)') }, '[40 600 240 630]'), 2),
    changed(
      'a comment',
      over(annotation('/Subtype /FreeText /DA (/F1 12 Tf 0 g) /Contents (100)'), '[300 600 500 630]'),
      2,
    ),
    changed('a square', over(annotation('/Subtype /Square /IC [1 0 0]'), '[300 600 500 630]'), 2),
    changed('on the second page that shows its field', onTwoPages, 2),
  ],
};
