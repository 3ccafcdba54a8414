import { basePath } from './api/client.ts';

/** With it the console can be installed, and says so itself when there is no line. It keeps nothing but that page. */
export function registerServiceWorker(): void {
  // Browsers have it on https and on this machine only; without it everything else works.
  navigator.serviceWorker
    ?.register(`${basePath}/console/service-worker.js`, { scope: `${basePath}/console` })
    .catch(() => {
      // A browser that forbids it, as in a private window.
    });
}
