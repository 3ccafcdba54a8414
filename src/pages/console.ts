import type { FastifyInstance } from 'fastify';
import type { Assets } from './assets.ts';
import { registerConsoleApp } from './console-app.ts';

interface ConsoleOptions {
  readonly assets: Assets;
  /** Without a trailing slash. Known once the service listens. */
  readonly publicUrl: () => string;
}

/**
 * The console: one page for every address below /console. Which of them there are, and for whom, the script decides; what
 * it shows it asks the operator interface for, like any other client.
 */
export function registerConsole(app: FastifyInstance, options: ConsoleOptions): void {
  app.get('/console/icon.svg', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" })
      .header('cache-control', 'public, max-age=86400')
      .send(icon),
  );
  registerConsoleApp(app, () => basePathOf(options));
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (_request, reply) => {
      const page = consolePage(options);
      return reply
        .code(page === null ? 503 : 200)
        .headers(pageHeaders)
        .send(page ?? notBuilt);
    });
  }
}

/** Paths from the root, because the page has many addresses; below the public URL's own path, which a proxy may have added. */
function basePathOf({ publicUrl }: ConsoleOptions): string {
  return new URL(publicUrl()).pathname.replace(/\/$/, '');
}

function consolePage(options: ConsoleOptions): string | null {
  const built = options.assets.of('console/console.tsx');
  if (built === null) return null;
  const base = basePathOf(options);
  const styles = built.styles.map((name) => `<link rel="stylesheet" href="${base}/assets/${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Quittance</title>
<link rel="icon" href="${base}/console/icon.svg">
<link rel="manifest" href="${base}/console/manifest.webmanifest">
${styles.join('\n')}
<script type="module" src="${base}/assets/${built.script}"></script>
</head>
<body>
<div id="root" data-base="${base}"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1f5fbf" stroke-width="2">
<path d="M4 5h16v14H4zM8 9h8M8 13h5M15 15l2 2 3-4"/></svg>
`;

const notBuilt = '<!doctype html><title>Quittance</title><p>The console was not built. Run: npm run build</p>\n';

/** Only what this service serves may be loaded, asked or submitted to, and nobody may frame it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};
