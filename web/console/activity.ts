/** When somebody last touched something here. Opening a page is something that people do. */
let touchedAt = Date.now();

for (const kind of ['pointerdown', 'keydown', 'wheel'] as const) {
  window.addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

const hereMs = 60_000;

/** Whether somebody sits here. A page that renews itself must not keep a session open that its person has left. */
export function isSomebodyHere(): boolean {
  return Date.now() - touchedAt < hereMs;
}
