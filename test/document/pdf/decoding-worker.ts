/** pdf.js's worker, whose address its own carries as `?worker=`, that also decodes each JPEG that it is sent. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Uint8Array) new ImageDecoder({ type: 'image/jpeg', data }).close();
});

await import(new URLSearchParams(location.search).get('worker') ?? '');
