import type { ComplexAttributeConverter } from 'lit';
import type { Appearance } from '../appearance/appearance.ts';

export type ColorScheme = 'light' | 'dark' | 'auto';
export type Redirect = 'auto' | 'never';

/** Reads the `appearance` attribute: JSON of an object. Anything else is ignored, with a warning. */
export const appearanceConverter: ComplexAttributeConverter<Appearance | undefined> = {
  fromAttribute(value) {
    if (value === null || value.trim() === '') return undefined;
    try {
      const parsed: unknown = JSON.parse(value);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
    } catch {
      // Said below, as for JSON that is no object.
    }
    console.warn('<sign-session>: the appearance attribute is not a JSON object; it is ignored.');
    return undefined;
  },
};
