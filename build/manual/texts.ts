import { en as viewerEn } from '../../src/document/messages/en.ts';
import { es as viewerEs } from '../../src/document/messages/es.ts';
import { ptBR as viewerPtBr } from '../../src/document/messages/pt-BR.ts';
import { en as firstEn } from '../../src/i18n/messages/en/first-screens.ts';
import { en as laterEn } from '../../src/i18n/messages/en/later-screens.ts';
import { es as firstEs } from '../../src/i18n/messages/es/first-screens.ts';
import { es as laterEs } from '../../src/i18n/messages/es/later-screens.ts';
import { ptBR as firstPtBr } from '../../src/i18n/messages/pt-BR/first-screens.ts';
import { ptBR as laterPtBr } from '../../src/i18n/messages/pt-BR/later-screens.ts';
import { isReplaceable } from '../../src/i18n/overrides.ts';
import { code, plain, table } from './markdown.ts';

type Texts = Readonly<Record<string, string>>;

interface Part {
  /** Under which its keys are; undefined: under none. */
  readonly name: string | undefined;
  readonly en: Texts;
  readonly es: Texts;
  readonly ptBr: Texts;
}

function parts(): readonly Part[] {
  const es: Readonly<Record<string, Texts>> = laterEs;
  const ptBr: Readonly<Record<string, Texts>> = laterPtBr;
  return [
    { name: undefined, en: firstEn, es: firstEs, ptBr: firstPtBr },
    ...Object.entries<Texts>(laterEn).map(([name, en]) => ({
      name,
      en,
      es: es[name] ?? {},
      ptBr: ptBr[name] ?? {},
    })),
    { name: 'viewer', en: viewerEn, es: viewerEs, ptBr: viewerPtBr },
  ];
}

function partText({ name, en, es, ptBr }: Part): string {
  const part = name === undefined ? '' : `${name}.`;
  const rows = Object.entries(en).map(([key, text]) => [
    `${code(key)}${isReplaceable(part + key) ? ' **yours**' : ''}`,
    plain(text),
    plain(ptBr[key]),
    plain(es[key]),
  ]);
  return `## ${name === undefined ? 'First screens' : code(name)}\n\n${table(['Key', 'en', 'pt-BR', 'es'], rows)}`;
}

/** Every text of the widget with the key that replaces it. */
export const textsPage = (): string =>
  [
    '# The widget’s texts',
    'Every text of the widget. Those marked “yours” can be replaced by [`messages`](../theming.md#words-of-your-own). Keys of the first screens stand alone; those of the other sections stand under the section’s name. Before version 1.0 a minor version may rename keys: the types tell.',
    ...parts().map(partText),
  ].join('\n\n');
