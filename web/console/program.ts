/** The part of a browser's long name that people know. */
export function programOf(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(userAgent);
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? '';
  return browser === null ? userAgent.slice(0, 60) : `${browser[1]} ${browser[2]} · ${system}`;
}
