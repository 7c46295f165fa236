import { child, oid, text, type Ber } from '../asn1/ber.ts';

/** The attributes of a Name (RFC 5280, 4.1.2.4), in order: type as an OID, and value. */
export function nameAttributes(name: Ber): { readonly type: string; readonly value: string }[] {
  return name.children.flatMap(set =>
    set.children.map(attribute => ({ type: oid(child(attribute, 0)), value: text(child(attribute, 1)) })),
  );
}

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';

/** What people call the holder of a name: its common name, else its organisation. */
export function displayName(name: Ber): string {
  const attributes = nameAttributes(name);
  const last = (type: string) => attributes.findLast(attribute => attribute.type === type)?.value;
  return last(COMMON_NAME) ?? last(ORGANISATION) ?? '';
}
