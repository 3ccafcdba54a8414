/**
 * Comfort for the reference page: copy buttons, the menu of a phone closes itself, the contents show where one is. The
 * page is complete without it. It is allowed to run by its hash alone.
 */
export const pageScript = `
'use strict';
document.documentElement.classList.add('js');
if (navigator.clipboard) {
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    figure.querySelector('figcaption').append(button);
  }
}
const menu = document.querySelector('details.menu');
menu.addEventListener('click', (event) => { if (event.target.closest('a')) menu.open = false; });
const links = new Map();
for (const link of document.querySelectorAll('nav.side a')) links.set(link.hash.slice(1), link);
let current = null;
const mark = (id) => {
  if (current) current.removeAttribute('aria-current');
  current = links.get(id);
  if (current) {
    current.setAttribute('aria-current', 'true');
    current.scrollIntoView({ block: 'nearest' });
  }
};
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) mark(entry.target.id);
}, { rootMargin: '-15% 0px -80% 0px' });
for (const part of document.querySelectorAll('main section[id]')) if (links.has(part.id)) observer.observe(part);
`;
