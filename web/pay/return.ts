import { onScreen } from './page.ts';

const tickMs = 1_000;
let timer: ReturnType<typeof setInterval> | null = null;
let hasStayed = false;

/**
 * Back to the shop after a few seconds, unless the reader does anything that looks like staying: the button, the receipt, a
 * text that is selected. In a frame the shop is around the page already.
 */
export function followReturn(): void {
  onScreen(start);
  document.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (timer !== null && !isLink) stay();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') stay();
  });
}

function start(): void {
  const line = document.querySelector<HTMLElement>('.returning');
  if (line === null) return;
  if (hasStayed || window.top !== window) {
    line.hidden = true;
    return;
  }
  const words: string[] = JSON.parse(line.dataset['words'] ?? '[]');
  let left = words.length;
  timer ??= setInterval(() => {
    // Who looks at another tab is waited for.
    if (document.visibilityState === 'hidden') return;
    left--;
    const text = document.querySelector('.returning span');
    if (text !== null && left > 0) text.textContent = words[left - 1] ?? '';
    if (left === 0) leave();
  }, tickMs);
}

function stay(): void {
  if (timer === null) return;
  clearInterval(timer);
  timer = null;
  hasStayed = true;
  const line = document.querySelector<HTMLElement>('.returning');
  const hadFocus = line?.contains(document.activeElement) === true;
  if (line !== null) line.hidden = true;
  if (hadFocus) document.getElementById('heading')?.focus();
}

function leave(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
  // Once: who comes back with the browser's own button wants to be here.
  hasStayed = true;
  document.querySelector<HTMLAnchorElement>('a[data-return]')?.click();
}
