/** Base64 (RFC 4648, section 4) of a file, read by the browser itself: it can be many megabytes. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.replace(/^[^,]*,/, ''));
    });
    reader.addEventListener('error', () => {
      reject(new Error('The file could not be read.', { cause: reader.error }));
    });
    reader.readAsDataURL(file);
  });
}
