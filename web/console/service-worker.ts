import { basePath } from './api/client.ts';

/** With it the console can be installed, and says so itself when there is no line. It keeps nothing but that page. */
export function registerServiceWorker(): void {
  // Browsers have it on https and on this machine only; without it everything else works.
  if (!('serviceWorker' in navigator)) return;
  register().catch(() => {
    // A browser that forbids it, as in a private window.
  });
}

/** As long as a slow line may take for two small files. */
const patienceMs = 15_000;

/** The one at work: a browser has none before a page has registered it, and it is not at work at once. */
export async function readyServiceWorker(): Promise<ServiceWorkerRegistration> {
  await register();
  // What keeps it from its work is told to nobody: without an end one would wait for good.
  const late = new Promise<never>((_, reject) => {
    window.setTimeout(() => reject(new Error('the service worker is not at work')), patienceMs);
  });
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(`${basePath}/console/service-worker.js`, { scope: `${basePath}/console` });
}
