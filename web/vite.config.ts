import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, defineConfig, type Plugin } from 'vite';
import { refusalsInRussian } from '../src/errors/russian.ts';

const outDir = join(import.meta.dirname, '../dist/web');

/**
 * Builds the two pages' scripts and styles into dist/web. File names carry a hash of what is in them, so a browser may keep
 * them without limit; the manifest tells the service which file is the current one.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that it also holds behind a proxy that serves the service under a path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [refusals(), compressed(), verifier()],
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: '.',
    manifest: 'manifest.json',
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      // 'use client' of libraries that also run on servers means nothing here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      input: {
        pay: join(import.meta.dirname, 'pay/pay.ts'),
        console: join(import.meta.dirname, 'console/console.tsx'),
      },
    },
  },
});

/** Of the catalogue of refusals the console needs the Russian alone, so that is all it loads. */
function refusals(): Plugin {
  return {
    name: 'refusals',
    load: (id) =>
      /\/src\/errors\/russian\.ts$/.test(id)
        ? `export const refusalsInRussian = ${JSON.stringify(refusalsInRussian)}`
        : null,
  };
}

/** The best compression takes a second: here, once, and not when the service starts or answers. */
function compressed(): Plugin {
  let folder = outDir;
  return {
    name: 'compressed',
    configResolved({ build }) {
      folder = build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one))) {
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
      }
    },
  };
}

/** `quittance-verify`: the command and the page, each one file that needs nothing else. Not minified: people may want to read it. */
function verifier(): Plugin {
  let folder = outDir;
  const here = import.meta.dirname;
  return {
    name: 'verifier',
    configResolved({ build: { outDir: named } }) {
      folder = named;
    },
    async closeBundle() {
      const command = await bundled(join(here, '../verifier/command.ts'), 'es');
      writeFileSync(join(folder, 'quittance-verify.mjs'), command, { mode: 0o755 });
      const page = await bundled(join(here, 'verify/page.ts'), 'iife');
      const html = readFileSync(join(here, 'verify/page.html'), 'utf8');
      // As a function: what the program has after a dollar sign is not a pattern.
      writeFileSync(
        join(folder, 'quittance-verify.html'),
        html.replace('/* program */', () => page),
      );
    },
  };
}

async function bundled(entry: string, format: 'es' | 'iife'): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ...(format === 'es' ? { ssr: { target: 'node' as const } } : {}),
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      ssr: format === 'es',
      lib: { entry, formats: [format], name: 'quittanceVerify' },
      // What could be assigned again is read again each time: hashing took a third longer.
      rolldownOptions: { output: { topLevelVar: false } },
    },
  });
  const [first] = (Array.isArray(built) ? built : [built]) as {
    readonly output: readonly { readonly code: string }[];
  }[];
  return first?.output[0]?.code ?? '';
}
