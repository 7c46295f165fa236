import {
  objectIn,
  transform,
  withChanged,
  withUpdate,
} from '../../../service/test/support/appended-update.ts';
import {
  certified,
  CONTENT,
  contractPdf,
  DOC_MDP,
  FREE,
  locked,
  look,
  PAGE,
  PRICE,
  PRICE_LOOK,
  priceField,
  signed,
  stream,
  type ContractOptions,
} from './contract.ts';
import { nextNumber, signRaw, type Bytes } from './raw-signature.ts';
import { CHANGED, filled, OTHER_FONT } from './shadow-attacks.ts';
import { changed, filledLater, type Family, type Signers } from './verification.ts';

const NOTE = `<< /Type /Annot /Subtype /Stamp /Rect [300 600 500 630] /F 4 /P ${PAGE} 0 R /AP << /N ${PRICE_LOOK} 0 R >> >>`;
const FILE = `<< /Type /Filespec /F (precos.txt) /EF << /F ${PRICE_LOOK} 0 R >> >>`;
const TOTAL = priceField().replace('(Preco)', '(Total)').replace('[40 600 240 630]', '[40 500 240 530]');

/** It shows nothing, so that a field filled in with its value may share its stream. */
const DESCRIPTION = 'the document’s description';

/** What a field shows is shown, drawn or kept elsewhere, too; then its stream is replaced. */
const SHARED: readonly (readonly [string, ContractOptions])[] = [
  [
    'an attachment',
    { catalog: `/Names << /EmbeddedFiles << /Names [(Precos) ${FREE} 0 R] >> >>`, objects: [FILE] },
  ],
  ['an associated file', { catalog: `/AF [${FREE} 0 R]`, objects: [FILE] }],
  ['another annotation', { annotations: [FREE], objects: [NOTE] }],
  ['the page', { page: { content: '/Fm Do', resources: `/XObject << /Fm ${PRICE_LOOK} 0 R >>` } }],
  ['a pattern', { page: { resources: `/Pattern << /P1 ${PRICE_LOOK} 0 R >>` } }],
  ['another field', { fields: [FREE], annotations: [FREE], objects: [TOTAL] }],
  [DESCRIPTION, { catalog: `/Metadata ${PRICE_LOOK} 0 R` }],
  [
    'in the structure tree',
    { catalog: `/StructTreeRoot << /Type /StructTreeRoot /K << /Type /OBJR /Obj ${PRICE_LOOK} 0 R >> >>` },
  ],
];

export const SHARED_STREAMS: Family = {
  family: 'a shared object replaced (finding 7)',
  cases: [
    ...SHARED.map(([what, options]) =>
      changed(`a field’s look that is also ${what}`, (s: Signers) =>
        withUpdate(certified(s, 2, options), { [PRICE_LOOK]: CHANGED }),
      ),
    ),
    ...SHARED.filter(([what]) => what !== DESCRIPTION).map(([what, options]) =>
      changed(`the same with its value: ${what}`, s => sharedAndFilled(certified(s, 2, options))),
    ),
    changed('a font that a field’s look and the page use', s =>
      withUpdate(filled(certified(s, 2), '250'), { 3: OTHER_FONT }),
    ),
    changed('data for validation that is also the page’s content', s =>
      withUpdate(signed(s, { catalog: `/DSS << /Certs [${CONTENT} 0 R] >>` }), {
        [CONTENT]: stream('', 'BT /F1 24 Tf 40 782 Td (Outro) Tj ET'),
      }),
    ),
  ],
};

function sharedAndFilled(file: Uint8Array): Bytes {
  return withChanged(file, PRICE, field => field.replace('(100)', '(900000)'), { [PRICE_LOOK]: CHANGED });
}

const INCLUDE = '/Action /Include /Fields [(Preco)]';
/** Two fields of the same full name. */
const TWINS: ContractOptions = {
  fields: [FREE],
  annotations: [FREE],
  objects: [priceField().replace(`/N ${PRICE_LOOK} 0 R`, `/N ${FREE + 1} 0 R`), look('100')],
};
/** The price as a kid of a field `Pedido`. */
const NESTED: ContractOptions = {
  field: `<< /T (Pedido) /Kids [${FREE} 0 R] >>`,
  objects: [priceField(`/Parent ${PRICE} 0 R`)],
};
const LOCK_OF_FIELD = '/Lock << /Type /SigFieldLock /Action /All >>';

/** DocMDP and FieldMDP (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
export const LOCKS: Family = {
  family: 'a locked field changed (finding 8)',
  cases: [
    filledLater('a field that is not locked, filled in, is permitted', s =>
      filled(locked(s, '/Action /Include /Fields [(Outro)]'), '250'),
    ),
    filledLater('a field that the lock leaves out, filled in, is permitted', s =>
      filled(locked(s, '/Action /Exclude /Fields [(Preco)]'), '250'),
    ),
    changed('a locked field filled in (Action All)', s => filled(locked(s), '250')),
    changed('a locked field filled in (Action Include)', s => filled(locked(s, INCLUDE), '250')),
    changed('a locked field filled in (Action Exclude others)', s =>
      filled(locked(s, '/Action /Exclude /Fields [(Outro)]'), '250'),
    ),
    changed('only the stream of a locked field’s look (Action All)', s =>
      withUpdate(locked(s), { [PRICE_LOOK]: CHANGED }),
    ),
    changed('only the stream of a locked field’s look (Action Include)', s =>
      withUpdate(locked(s, INCLUDE), { [PRICE_LOOK]: CHANGED }),
    ),
    changed('only what a locked field’s look draws', nestedLook),
    changed('a locked field, renamed and filled in', s =>
      withChanged(filled(locked(s), '250'), PRICE, field => field.replace('(Preco)', '(Outro)')),
    ),
    changed('a field locked by the signature’s own field', s =>
      filled(signRaw(contractPdf(), s.maria, { field: LOCK_OF_FIELD }), '250'),
    ),
    changed('a kid of a locked field filled in', s =>
      sharedKid(locked(s, '/Action /Include /Fields [(Pedido)]', NESTED)),
    ),
    changed('a field of the same name as a locked one, filled in', s =>
      twinFilled(locked(s, INCLUDE, TWINS)),
    ),
    changed('a locked field, for which another of the same name is put', twinAdded),
    changed(
      'a locked field, filled in before somebody else signs',
      s => signRaw(filled(locked(s), '250'), s.joao),
      2,
    ),
    changed(
      'a lock that a later signature takes off',
      s =>
        filled(
          signRaw(locked(s), s.joao, {
            references: [transform('FieldMDP', '/Action /Include /Fields [(Outro)]')],
          }),
          '250',
        ),
      2,
    ),
    changed(
      'a certification (P 1) that a later signature widens',
      s => filled(signRaw(certified(s, 1), s.joao, { references: [DOC_MDP(3)] }), '250'),
      2,
    ),
  ],
};

function nestedLook(s: Signers): Bytes {
  const outer = stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /XObject << /Fm ${PRICE_LOOK} 0 R >> >>`,
    '/Fm Do',
  );
  const field = priceField().replace(`/N ${PRICE_LOOK} 0 R`, `/N ${FREE} 0 R`);
  return withUpdate(locked(s, '/Action /All', { field, objects: [outer] }), { [PRICE_LOOK]: CHANGED });
}

function sharedKid(file: Uint8Array): Bytes {
  return withChanged(file, FREE, field => field.replace('(100)', '(900000)'), { [PRICE_LOOK]: CHANGED });
}

function twinFilled(file: Uint8Array): Bytes {
  return withChanged(file, FREE, field => field.replace('(100)', '(900000)'), { [FREE + 1]: CHANGED });
}

function twinAdded(s: Signers): Bytes {
  const file = locked(s);
  const number = nextNumber(file);
  const form = objectIn(file, 1).replace(`${PRICE} 0 R`, `${number} 0 R`);
  const page = objectIn(file, PAGE).replace(`${PRICE} 0 R`, `${number} 0 R`);
  const twin = objectIn(file, PRICE)
    .replace('(100)', '(900000)')
    .replace(`/N ${PRICE_LOOK} 0 R`, `/N ${number + 1} 0 R`);
  return withUpdate(file, { 1: form, [PAGE]: page, [number]: twin, [number + 1]: CHANGED });
}
