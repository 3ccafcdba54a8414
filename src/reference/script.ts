/**
 * Comfort for the pages of the reference: copy buttons, a search over the operations, links of the time when the reference
 * was one page. The pages are complete without it. It is allowed to run by its hash alone.
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
const contents = document.querySelector('#contents');
const links = [...contents.querySelectorAll('li a')];
const current = contents.querySelector('[aria-current]');
if (current) current.scrollIntoView({ block: 'center' });
const id = decodeURIComponent(location.hash.slice(1));
if (id !== '' && !document.getElementById(id)) {
  const name = id.startsWith('error-') ? 'errors' : id.startsWith('object-') ? 'objects' : id;
  const link = links.find(({ pathname }) => pathname.endsWith('/' + name));
  if (link) location.replace(id.startsWith('object-') ? link.href.replace(/objects$/, id) : link.href + (name === id ? '' : '#' + id));
}
const field = document.querySelector('#find');
const found = document.querySelector('#found');
const textOf = (link) => [link.textContent, link.title, link.pathname.split('/').pop()].join(' ').toLowerCase();
const texts = new Map(links.map((link) => [link, textOf(link)]));
const shown = () => links.filter((link) => !link.parentElement.hidden);
const find = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  for (const link of links) link.parentElement.hidden = !words.every((word) => texts.get(link).includes(word));
  for (const list of contents.querySelectorAll('ul')) {
    list.previousElementSibling.hidden = ![...list.children].some((item) => !item.hidden);
  }
  const count = shown().length;
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing found' : count === 1 ? '1 found' : count + ' found';
};
field.addEventListener('input', find);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    field.value = '';
    find();
  }
  const [first] = shown();
  if (first && event.key === 'ArrowDown') {
    event.preventDefault();
    first.focus();
  }
  if (first && event.key === 'Enter' && field.value !== '') first.click();
});
contents.addEventListener('keydown', (event) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const list = shown();
  const at = list.indexOf(document.activeElement);
  if (step === 0 || at < 0) return;
  event.preventDefault();
  (list[at + step] ?? (step < 0 ? field : list[at])).focus();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  // By its place as well, because other layouts have another character there.
  if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey)) {
    event.preventDefault();
    if (getComputedStyle(contents).display === 'none') location.hash = 'contents';
    field.focus();
  }
});
`;
