/** `npm run screenshot`: makes the README's pictures from the real thing. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleContract } from '../demo/console/sample-pdf/sample-contract.ts';
import { ensureBuild } from './support/builds.ts';
import { launchChromium } from './support/chromium.ts';
import { Integrator } from './support/integrator.ts';
import { repositoryRoot } from './support/repository.ts';
import { startService } from './support/service-process.ts';
import { Signer } from './support/signer.ts';

await ensureBuild('script-tag');
await ensureBuild('pages');
const service = await startService({ pages: true });
try {
  const pictures = [
    await picture({ width: 1280, height: 800 }, 'light', { companyName: 'Acme Crédito' }),
    await picture({ width: 420, height: 800 }, 'dark', { companyName: 'Verde Saúde', brandColor: '#2fa084' }),
  ];
  await writeFile(path.join(repositoryRoot, 'demo/screenshot.png'), await sideBySide(pictures));
  await writeFile(path.join(repositoryRoot, 'demo/console-screenshot.png'), await consolePicture());
} finally {
  await service.stop();
}

/** The hosted page, ready to be signed. */
async function picture(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  appearance: Readonly<Record<string, string>>,
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

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1764, height: 848 } });
    const images = pictures.map(png => `<img src="data:image/png;base64,${png.toString('base64')}">`);
    await page.setContent(
      `<style>body{background:#cfd4da;display:flex;gap:24px;margin:0;padding:24px}img{border-radius:12px;display:block}</style>${images.join('')}`,
    );
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
