/** Says something to people who listen to the page. */
export function announce(text: string): void {
  const announcer = document.getElementById('announcer');
  if (announcer === null) return;
  // The same words twice in a row would be heard once.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/** A refusal, where the reader looks: on top of the screen. */
export function notice(text: string): void {
  const box = document.getElementById('notice');
  if (box === null) return;
  box.textContent = text;
  box.hidden = text === '';
  if (text !== '') box.scrollIntoView({ block: 'nearest' });
}

type Connection = 'online' | 'offline';
let connection: Connection = 'online';

export function showConnection(now: Connection): void {
  const line = document.getElementById('connection');
  if (line === null || now === connection) return;
  connection = now;
  line.textContent = now === 'offline' ? (line.dataset['offline'] ?? '') : '';
  // The line is empty, and so not there, while all is well: what is said must come from one that is.
  announce(line.dataset[now] ?? '');
}
