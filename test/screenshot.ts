/** `npm run screenshot`: makes the README's pictures and the manual's of themes and parts from the real thing. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleContract } from '../demo/console/sample-pdf/sample-contract.ts';
import { ensureBuild } from './support/builds.ts';
import { launchChromium } from './support/chromium.ts';
import { Integrator } from './support/integrator.ts';
import { repositoryRoot } from './support/repository.ts';
import { startService } from './support/service-process.ts';
import { Signer } from './support/signer.ts';

/** Three brands, whose whole appearance this is. */
const THEMES = [
  { scheme: 'light', companyName: 'Acme' },
  { scheme: 'dark', companyName: 'Verde Saúde', brandColor: '#2fa084', borderRadius: '20px' },
  {
    scheme: 'light',
    companyName: 'Livraria Sé',
    brandColor: '#8c2f39',
    backgroundColor: '#fbf6ec',
    textColor: '#2b2118',
    borderRadius: '0px',
    fontFamily: 'serif',
  },
] as const;

await ensureBuild('script-tag');
await ensureBuild('pages');
await ensureBuild('console');
const service = await startService({ pages: true });
try {
  const pictures = [
    await picture({ width: 1280, height: 800 }, 'light', { companyName: 'Acme Crédito' }),
    await picture({ width: 420, height: 800 }, 'dark', { companyName: 'Verde Saúde', brandColor: '#2fa084' }),
  ];
  await writeFile(path.join(repositoryRoot, 'demo/screenshot.png'), await sideBySide(pictures));
  await writeFile(path.join(repositoryRoot, 'demo/console-screenshot.png'), await consolePicture());
  const themes = [];
  for (const { scheme, ...appearance } of THEMES)
    themes.push(await picture({ width: 360, height: 640 }, scheme, appearance));
  await writeFile(path.join(repositoryRoot, 'docs/pictures/themes.png'), await sideBySide(themes));
  const parts = await picture({ width: 1000, height: 640 }, 'light', { companyName: 'Acme' }, markParts);
  await writeFile(path.join(repositoryRoot, 'docs/pictures/parts.png'), parts);
} finally {
  await service.stop();
}

/** The hosted page, ready to be signed. */
async function picture(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  appearance: Readonly<Record<string, string>>,
  mark?: () => void,
): Promise<Buffer> {
  const contract = {
    locale: 'pt-BR',
    pages: 4,
    company: appearance['companyName'] ?? '',
    signer: 'Maria da Silva',
  } as const;
  const { bytes } = sampleContract(contract);
  const session = await new Integrator(service.url).createSession(bytes, { appearance });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport, colorScheme });
    await Signer.prepare(context);
    const signer = new Signer(await context.newPage());
    await signer.open(session);
    await signer.seesDocument();
    if (mark !== undefined) await signer.page.evaluate(mark);
    return await signer.page.screenshot();
  } finally {
    await browser.close();
  }
}

/** The console in the middle of a scenario: a wrong code was entered, and the right one is in the inbox. */
async function consolePicture(): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({
      viewport: { width: 1600, height: 900 },
      colorScheme: 'light',
    });
    await Signer.prepare(context);
    const page = await context.newPage();
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Run: Wrong code, then right' }).click();
    const signer = new Signer(page);
    await signer.accepts();
    await signer.enters('000000');
    await page.locator('qa-run .mark.met').waitFor();
    await page.getByRole('tab', { name: /^Code/ }).click();
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}

/** Runs in the page: a frame around each part, with its name. */
function markParts(): void {
  const root = document.querySelector('sign-session')?.shadowRoot;
  for (const part of root?.querySelectorAll('[part]') ?? []) {
    const { top, left, width, height } = part.getBoundingClientRect();
    const name = part.getAttribute('part') ?? '';
    const box = document.createElement('div');
    const inset = name === 'frame' ? 0 : 5;
    box.style.cssText = `position:fixed;z-index:9;box-sizing:border-box;border:2px solid #d3207a;
      top:${top + inset}px;left:${left + inset}px;width:${width - 2 * inset}px;height:${height - 2 * inset}px`;
    const label = document.createElement('span');
    label.textContent = name;
    label.style.cssText = `position:absolute;left:66%;top:-2px;background:#d3207a;color:#fff;
      font:600 13px/20px ui-monospace,monospace;padding:0 6px`;
    if (name === 'frame') label.style.left = '-2px';
    box.append(label);
    document.body.append(box);
  }
}

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1764, height: 848 } });
    const images = pictures.map(png => `<img src="data:image/png;base64,${png.toString('base64')}">`);
    await page.setContent(
      `<!doctype html><style>body{align-items:start;background:#cfd4da;display:flex;width:max-content;gap:24px;margin:0;padding:24px}img{border-radius:12px;display:block;flex:none}</style>${images.join('')}`,
    );
    return await page.locator('body').screenshot();
  } finally {
    await browser.close();
  }
}
