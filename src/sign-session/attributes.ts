import type { ComplexAttributeConverter } from 'lit';
import { warnLater } from './check-setup.ts';
import type { Appearance } from '../appearance/appearance.ts';

export type ColorScheme = 'light' | 'dark' | 'auto';
export type Redirect = 'auto' | 'never';
export type Display = 'inline' | 'dialog';

/** Reads the `appearance` attribute: JSON of an object. Anything else is ignored, with a warning. */
export const appearanceConverter: ComplexAttributeConverter<Appearance | undefined> = {
  fromAttribute(value) {
    if (value === null || value.trim() === '') return undefined;
    try {
      const parsed: unknown = JSON.parse(value);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
    } catch {
      // The warning below covers invalid JSON too.
    }
    warnLater({ kind: 'appearance' });
    return undefined;
  },
};

/** A host and port without a scheme: as an address it is a path of the page, or has a scheme of its own name. */
const BARE_HOST = /^[\w.-]+:\d/;

/** Resolves an address against the page's own. Undefined when there is none, it can't be parsed, or has no scheme. */
export function absoluteUrl(address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  try {
    if (!BARE_HOST.test(address)) return new URL(address, location.href).href;
  } catch {
    // The warning covers it.
  }
  warnLater({ kind: 'address', value: address });
  return undefined;
}

/**
 * Removes and returns a property that the page set before the element was defined. Such a property is on the instance,
 * readable by any script, and hides the element's own setter.
 */
export function upgradeProperty(element: object, property: string): string | undefined {
  if (!Object.hasOwn(element, property)) return undefined;
  const value: unknown = Reflect.get(element, property);
  Reflect.deleteProperty(element, property);
  return typeof value === 'string' ? value : undefined;
}
