import { AsnConvert } from '@peculiar/asn1-schema';
import { Name, type AttributeTypeAndValue } from '@peculiar/asn1-x509';
import { hexOf } from '../bytes.ts';

/**
 * A name as text that equals another's exactly where the names do (RFC 5280, 7.1): strings of whatever type without
 * regard to case and white space, everything else byte by byte; the attributes of one relative name in any order.
 * Each relative name ends with a line feed, so that a name is within another's subtree where its text begins with it.
 */
export function nameKey(name: Name | Uint8Array | ArrayBuffer): string {
  const read = name instanceof Name ? name : AsnConvert.parse(name, Name);
  return read.map(relative => `${relative.map(attributeKey).toSorted().join('+')}\n`).join('');
}

function attributeKey({ type, value }: AttributeTypeAndValue): string {
  const { anyValue } = value;
  if (anyValue !== undefined) return `${type}#${hexOf(anyValue)}`;
  const prepared = value
    .toString()
    .normalize('NFKC')
    .toLowerCase()
    // Soft hyphens, joiners and the like count as nothing (RFC 4518, 2.2).
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return `${type}=${JSON.stringify(prepared)}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** For people: `C=BR, O=ICP-Brasil, CN=…`. */
export function nameText(name: Name): string {
  return name
    .map(relative =>
      relative.map(({ type, value }) => `${SHORT[type] ?? type}=${value.toString()}`).join(' + '),
    )
    .join(', ');
}

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';

/** The common name, else the organisation. */
export function displayName(name: Name): string {
  const attributes = name.flat();
  const last = (type: string) => attributes.findLast(attribute => attribute.type === type)?.value.toString();
  return last(COMMON_NAME) ?? last(ORGANISATION) ?? '';
}
