/**
 * The servers of one address, as libpq writes several of them: `postgres://user@one:5432,two:5433/shop` or
 * `?host=one,two&port=5432,5433`, with `target_session_attrs` for which of them is wanted. The driver knows only one server
 * per address.
 */
export class Hosts {
  /** One address for each server. */
  readonly urls: readonly string[];
  readonly wanted: SessionKind;
  #current = 0;

  static of(url: string): Hosts {
    let hosts = known.get(url);
    if (hosts === undefined) {
      hosts = new Hosts(url);
      known.set(url, hosts);
    }
    return hosts;
  }

  private constructor(url: string) {
    const asked = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
    this.urls = split(url.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, ''));
    // With one server there is nothing to choose. Of several, the service needs the one that it can write to.
    this.wanted = asked === undefined ? (this.urls.length > 1 ? 'read-write' : 'any') : sessionKind(asked);
  }

  /** The one that was right the last time. */
  get current(): string {
    return this.urls[this.#current] ?? '';
  }

  /** All of them, beginning with the current one. */
  inOrder(): readonly string[] {
    return [...this.urls.slice(this.#current), ...this.urls.slice(0, this.#current)];
  }

  found(url: string): void {
    this.#current = Math.max(0, this.urls.indexOf(url));
  }

  /** It does not answer, or is not the one that is wanted: the next is tried, unless somebody has found another since. */
  leave(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.urls.length;
  }
}

/** What libpq can ask for; `prefer-standby` is tried as `standby`, and then as `any`. */
const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionKind = (typeof sessionKinds)[number];

function sessionKind(asked: string): SessionKind {
  const kind = sessionKinds.find((one) => one === asked);
  if (kind === undefined) {
    throw new Error(`target_session_attrs is "${asked}"; write one of ${sessionKinds.join(', ')}, or leave it out.`);
  }
  return kind;
}

/** What a server said of itself. */
interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/** Why this server is not the one that is wanted; null: it is. */
export function refusalOf(wanted: SessionKind, { isStandby, isReadOnly }: ServerState): string | null {
  switch (wanted) {
    case 'any':
    case 'prefer-standby':
      return null;
    case 'read-write':
      return isReadOnly ? 'it can only be read from' : null;
    case 'read-only':
      return isReadOnly ? null : 'it can be written to';
    case 'primary':
      return isStandby ? 'it is a standby' : null;
    case 'standby':
      return isStandby ? null : 'it is the primary';
  }
}

/** One URL per server. An address of one server stays as it is. */
function split(url: string): readonly string[] {
  const inAuthority = /^([^/]*\/\/(?:[^@/?]*@)?)([^@/?]*,[^@/?]*)((?:[/?].*)?)$/.exec(url);
  if (inAuthority !== null) {
    const [, before = '', hosts = '', after = ''] = inAuthority;
    return hosts.split(',').map((host) => `${before}${host}${after}`);
  }
  const named = /[?&]host=([^&]*(?:,|%2C)[^&]*)/i.exec(url)?.[1];
  if (named === undefined) return [url];
  const ports = (/[?&]port=([^&]*)/.exec(url)?.[1] ?? '').split(/,|%2C/i);
  const hosts = named.split(/,|%2C/i);
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error(`the database address has ${hosts.length} hosts and ${ports.length} ports; give one, or as many`);
  }
  return hosts.map((host, index) => {
    const port = ports[index] ?? ports[0] ?? '';
    return url.replace(/([?&]host=)[^&]*/, `$1${host}`).replace(/([?&]port=)[^&]*/, `$1${port}`);
  });
}

const known = new Map<string, Hosts>();
