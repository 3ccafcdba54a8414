import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * What makes the console an app that can be installed: a manifest, an icon, and a service worker that keeps one page, which
 * says that there is no connection. The worker keeps no data: what a maker sees of money is of now, or is not there.
 */
export function registerConsoleApp(app: FastifyInstance, basePath: () => string): void {
  app.get('/console/manifest.webmanifest', async (_request, reply) =>
    kept(reply, 'application/manifest+json').send(JSON.stringify(manifest(basePath()))),
  );
  app.get('/console/app-icon.svg', async (_request, reply) => kept(reply, 'image/svg+xml').send(appIcon));
  app.get('/console/offline', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${hashOf(offlineStyle)}'; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      .send(offlinePage),
  );
  app.get('/console/service-worker.js', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        // The address of the console itself has no slash at its end, and is above the worker's own folder.
        'service-worker-allowed': `${basePath()}/console`,
        'cache-control': 'no-cache',
      })
      .send(serviceWorker(basePath())),
  );
}

function kept(reply: FastifyReply, contentType: string): FastifyReply {
  return reply.headers({
    'content-type': contentType,
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400',
  });
}

function manifest(base: string) {
  return {
    id: `${base}/console`,
    name: 'Quittance',
    short_name: 'Quittance',
    start_url: `${base}/console`,
    scope: `${base}/console`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#1f5fbf',
    icons: [{ src: `${base}/console/app-icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
  };
}

/** Only the page that says "offline" is kept; everything else is asked for each time, and fails where there is no line. */
function serviceWorker(base: string): string {
  return `const name = 'offline-${hashOf(offlinePage).slice(0, 12)}';
const page = '${base}/console/offline';
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.add(page)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const old = (keys) => Promise.all(keys.filter((key) => key !== name).map((key) => caches.delete(key)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => caches.match(page)));
});
self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const shown = { body: told.text, tag: told.tag, icon: '${base}/console/app-icon.svg', data: told.link };
  event.waitUntil(self.registration.showNotification(told.title ?? 'Quittance', shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link = event.notification.data;
  // Only into the console, whatever was sent.
  if (typeof link === 'string' && link.startsWith(self.registration.scope)) event.waitUntil(self.clients.openWindow(link));
});
`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

const offlineStyle =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:12px;padding:24px;font:17px/1.5 system-ui,sans-serif;' +
  'text-align:center;color-scheme:light dark;background:Canvas;color:CanvasText}' +
  'a{display:inline-block;padding:12px 24px;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}';

/** It comes when nothing can be asked, the reader's language included: so it says it in both. */
const offlinePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quittance: no connection</title>
<style>${offlineStyle}</style>
</head>
<body>
<h1>No connection</h1>
<p>Nothing is shown here without one: balances and deals of a while ago would be wrong.</p>
<p lang="ru">Нет связи. Без неё здесь ничего не показывается: прежние остатки и сделки были бы неверны.</p>
<p><a href="">Try again · <span lang="ru">Ещё раз</span></a></p>
</body>
</html>
`;

const appIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#1f5fbf"/>
<g transform="translate(112 112) scale(12)" fill="none" stroke="#fff" stroke-width="2"><path d="M4 5h16v14H4zM8 9h8M8 13h5M15 15l2 2 3-4"/></g></svg>
`;
