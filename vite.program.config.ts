import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const source = join(import.meta.dirname, 'src');

/**
 * Puts the program together into dist/program: a thousand modules in a few files, so that it starts in a quarter of the time.
 * Packages stay outside, and names stay what they are: what an error says can be read.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/program',
    emptyOutDir: true,
    ssr: true,
    minify: false,
    sourcemap: true,
    target: 'node20.19',
    rolldownOptions: {
      input: {
        main: join(source, 'main.ts'),
        quittance: join(source, 'cli/quittance.ts'),
        // Started as threads, by their names.
        'look-thread': join(source, 'pictures/look-thread.ts'),
        'reading-thread': join(source, 'bank-files/reading-thread.ts'),
        ...languages(),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
});

/** The payer's languages are found beside the program, not listed: each stays a file of its own. */
function languages(): Record<string, string> {
  const names = readdirSync(join(source, 'pages')).filter((name) => name.startsWith('language-'));
  return Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ''), join(source, 'pages', name)]));
}
