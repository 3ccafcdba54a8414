/**
 * A merchant signs the URL it calls, so the service has to know which URL that was. A proxy may show the service another scheme,
 * host or path than the client called; the public URLs say which ones there are.
 *
 * In production they alone count: a signature for another URL was made for another service, and the sender writes what a request
 * says of itself. A sandbox is called by any name that its owner has for it.
 */
interface CallTargets {
  readonly mode: 'sandbox' | 'production';
  /** Without a trailing slash. */
  readonly publicUrls: readonly string[];
}

interface ReceivedUrl {
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

/** The URLs that the client may have called, the likeliest first. */
export function calledUrls({ mode, publicUrls }: CallTargets, received: ReceivedUrl): readonly string[] {
  const origin = `${received.protocol}://${received.host}`;
  const urls = publicUrls.map((base) => base + received.path);
  // Nearly every call: by a public URL, as it is written.
  if (publicUrls.includes(origin)) return urls.length === 1 ? urls : [...new Set([origin + received.path, ...urls])];
  return mode === 'sandbox' ? [origin + received.path, ...urls] : urls;
}
