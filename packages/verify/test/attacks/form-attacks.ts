import { withChanged } from '../../../service/test/support/appended-update.ts';
import { contractPdf, FREE, PAGE, priceField, signed, type ContractOptions } from './contract.ts';
import { nextNumber, signRaw, type Bytes } from './raw-signature.ts';
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
