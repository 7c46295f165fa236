import { type MountedSession, until } from './mounted-session.ts';

/** Says that the certificate is in a file, where there are several ways. */
export async function chooseFileWay(signer: Pick<MountedSession, 'screen'>): Promise<void> {
  const root = () => signer.screen?.shadowRoot;
  const ways = () => [...(root()?.querySelectorAll<HTMLElement>('.ways button') ?? [])];
  await until(
    () => ways().length > 0 || root()?.querySelector('sign-session-certificate-file, .facts'),
    'a way',
  );
  ways()
    .find(way => way.textContent.includes('(A1)'))
    ?.click();
}

/** Chooses a file on the certificate's screen and types its password, as with the picker. */
export async function openCertificate(
  signer: Pick<MountedSession, 'screen'>,
  file: File,
  password: string,
): Promise<void> {
  await chooseFileWay(signer);
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
