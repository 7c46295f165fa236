import { type MountedSession, until } from './mounted-session.ts';

/** Chooses a file on the certificate's screen and types its password, as with the picker. */
export async function openCertificate(
  signer: Pick<MountedSession, 'screen'>,
  file: File,
  password: string,
): Promise<void> {
  const form = () => signer.screen?.shadowRoot?.querySelector('sign-session-certificate-file')?.shadowRoot;
  const input = (id: string) => until(() => form()?.querySelector<HTMLInputElement>(`#${id}`), id);
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const chooser = await input('file');
  chooser.files = transfer.files;
  chooser.dispatchEvent(new Event('change'));
  (await input('password')).value = password;
  form()?.querySelector<HTMLElement>('button[type="submit"]')?.click();
}
