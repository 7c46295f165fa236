import { ACCENT, CAUTION, INK, QUIET, type Sheet, type TextStyle } from './sheet.ts';

export type Styles = Record<
  | 'tenant'
  | 'test'
  | 'heading'
  | 'lead'
  | 'caption'
  | 'label'
  | 'value'
  | 'name'
  | 'code'
  | 'fine'
  | 'note'
  | 'link',
  TextStyle
>;

export function stylesOf({ fonts }: Sheet): Styles {
  const { regular, bold, mono } = fonts;
  return {
    tenant: { typeface: bold, size: 10, color: QUIET, leading: 13 },
    test: { typeface: bold, size: 10.5, color: CAUTION, leading: 14 },
    heading: { typeface: bold, size: 20, color: INK, leading: 26 },
    lead: { typeface: regular, size: 9, color: QUIET, leading: 13 },
    caption: { typeface: bold, size: 9.5, color: INK, leading: 13 },
    label: { typeface: regular, size: 9, color: QUIET, leading: 12 },
    value: { typeface: regular, size: 9.5, color: INK, leading: 13 },
    name: { typeface: bold, size: 11, color: INK, leading: 14.5 },
    code: { typeface: mono, size: 9, color: INK, leading: 12.5 },
    fine: { typeface: mono, size: 8, color: QUIET, leading: 11 },
    note: { typeface: regular, size: 7.5, color: QUIET, leading: 10 },
    link: { typeface: regular, size: 9, color: ACCENT, leading: 12.5 },
  };
}
