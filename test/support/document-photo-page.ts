import type { LiveBrowser } from './live-browser.ts';

/** Chooses the kind of document and a photo of it, as with the picker: a sheet with print on it, a JPEG file. */
export async function choosePhoto(browser: LiveBrowser, documentType: string): Promise<void> {
  await browser.waitFor(async kind => {
    const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
    const select = screen?.shadowRoot?.querySelector('select');
    const chooser = screen?.shadowRoot?.querySelector<HTMLInputElement>('input[type=file]');
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 });
    const context = canvas.getContext('2d');
    if (!select || !chooser || context === null) return false;
    context.fillStyle = 'rgb(190 190 190)';
    context.fillRect(0, 0, 1200, 900);
    context.fillStyle = 'rgb(40 40 40)';
    context.font = '28px sans-serif';
    for (let y = 40; y < 900; y += 40) context.fillText('MARIA DA SILVA 529.982.247-25 '.repeat(3), 20, y);
    const photo = await new Promise<Blob | null>(resolve => {
      canvas.toBlob(resolve, 'image/jpeg');
    });
    if (photo === null) return false;
    select.value = kind;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const transfer = new DataTransfer();
    transfer.items.add(new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
    chooser.files = transfer.files;
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }, documentType);
}
