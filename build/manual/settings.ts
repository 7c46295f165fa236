/** The tables of the page about settings, in both languages, from the rows that the service reads them by. */
import {
  defaultOf,
  type Setting,
  SETTING_GROUPS,
  SETTINGS,
} from '../../packages/service/src/main/settings.ts';
import { code, plain, table } from './markdown.ts';

type Language = 'en' | 'pt';

const HEADS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Setting', 'What it does', 'Default', 'Since'],
  pt: ['Configuração', 'O que faz', 'Padrão', 'Desde'],
};

const SECRET: Readonly<Record<Language, string>> = { en: '**Secret.**', pt: '**Segredo.**' };

const nameOf = (name: string, { option }: Setting): string =>
  option === undefined ? code(name) : `${code(name)}, ${code(option)}`;

/** One heading and table a group. The anchors are the same in both languages. */
export function settingTables(language: Language): string {
  return Object.entries(SETTING_GROUPS)
    .map(([group, titles]) => {
      const rows = Object.entries<Setting>(SETTINGS)
        .filter(([, row]) => row.group === group)
        .map(([name, row]) => [
          nameOf(name, row),
          `${plain(row[language])}${row.secret === true ? ` ${SECRET[language]}` : ''}`,
          plain(defaultOf(row, language)),
          row.since,
        ]);
      return `## ${titles[language]} {#${group}}\n\n${table(HEADS[language], rows)}`;
    })
    .join('\n\n');
}
