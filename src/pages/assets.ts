import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** File names below /assets/. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
}

interface Asset {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
}

/** What the build of the pages left: read once, served from memory. Nothing else can be asked for. */
export class Assets {
  readonly #files: ReadonlyMap<string, Asset>;
  readonly #manifest: Readonly<Record<string, ManifestEntry>>;
  readonly #downloads: ReadonlyMap<string, Buffer>;

  constructor(folder: string) {
    const names = namesIn(folder);
    this.#files = new Map(
      names.flatMap((name) => {
        const contentType = contentTypes[extname(name)];
        return contentType === undefined ? [] : [[name, readAsset(join(folder, name), contentType)] as const];
      }),
    );
    const kept = names.filter((name) => name in downloadTypes);
    this.#downloads = new Map(kept.map((name) => [name, readFileSync(join(folder, name))]));
    this.#manifest = names.includes(manifestName) ? JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) : {};
  }

  /** By the source's path under `web/`. Null when the pages were not built. */
  of(source: string): PageAssets | null {
    const entry = this.#manifest[source];
    return entry === undefined ? null : { script: entry.file, styles: entry.css ?? [] };
  }

  /** The file that one source became; null as above. */
  fileOf(source: string): string | null {
    return this.#manifest[source]?.file ?? null;
  }

  /** Null for anything but the verifier, and when it was not built. */
  findDownload(name: string): { readonly content: Buffer; readonly contentType: string } | null {
    const [content, contentType] = [this.#downloads.get(name), downloadTypes[name]];
    return content === undefined || contentType === undefined ? null : { content, contentType };
  }

  find(name: string): Asset | null {
    return this.#files.get(name) ?? null;
  }
}

export function registerAssets(app: FastifyInstance, assets: Assets): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const asset = assets.find(request.params.name);
    if (asset === null) throw new AppError('not_found');
    reply.headers({ 'content-type': asset.contentType, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
    // The name has a hash of the content in it.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (takesBrotli) reply.header('content-encoding', 'br');
    return reply.send(takesBrotli ? asset.brotli : asset.plain);
  });
}

/** What checks proofs, to be kept by who was given one: each is one file that needs nothing else. */
export function registerVerifier(app: FastifyInstance, assets: Assets): void {
  app.get<{ Params: { name: string } }>('/verify/:name', async (request, reply) => {
    const { name } = request.params;
    const found = assets.findDownload(name);
    if (found === null) throw new AppError('not_found');
    return reply
      .headers({
        'content-type': found.contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      .send(found.content);
  });
}

const downloadTypes: Readonly<Record<string, string>> = {
  'quittance-verify.mjs': 'text/javascript; charset=utf-8',
  'quittance-verify.html': 'text/html; charset=utf-8',
};

const manifestName = 'manifest.json';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Not built: the interfaces work without pages, and the pages say what is missing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readAsset(file: string, contentType: string): Asset {
  return { contentType, plain: readFileSync(file), brotli: readFileSync(`${file}.br`) };
}
